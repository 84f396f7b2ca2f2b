import type { Screenshot } from '@shotclock/client/source';
import { StartError } from '@shotclock/runtime/start-error';
import type { Command } from 'commander';
import { optionOf } from '../option-of.ts';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { UsageError } from '../usage-error.ts';
import { withExamples } from '../with-examples.ts';
import { failureReason } from './failure-reason.ts';
import { assertWritable, downloadImage, formatOfFile, writeImage } from './image-file.ts';
import { addSettingOptions, settingsIn } from './setting-options.ts';
import { withScheme } from './with-scheme.ts';

type Options = ServerOptions & { output?: string; format?: string };

/** Time limit of an attempt. The client asks the API to wait for the result for 30 s. */
const captureTimeoutMs = 45_000;

/** `shotclock capture`. */
export function addCaptureCommand(command: Command, output: Output): void {
  command.option('-o, --output <file>', 'write the image to this file, or to standard output (-)');
  addSettingOptions(command);
  withServerOptions(command, 'the capture');
  withExamples(command, {
    'shotclock capture https://example.com -o page.png': 'captures the visible part',
    'shotclock capture https://example.com -o page.jpg --full-page': 'captures the whole page',
    'shotclock capture https://example.com -o phone.png --device "iPhone 15"': 'as a phone',
    'shotclock capture https://example.com -o - | display': 'to another program',
  });
  command.action((url: string, options: Options) => capture(url, options, output));
}

async function capture(url: string, options: Options, output: Output): Promise<void> {
  const { output: file, json } = options;
  const format = file === undefined ? undefined : formatOfFile(file);
  if (format === 'jpeg' && (options.format ?? format) !== format)
    throw new UsageError(`--format: must be ${format} for --output ${file}, or can be omitted`);
  if (file !== undefined) await assertWritable(file);
  const body = { url: withScheme(url), ...settingsIn(options), ...(format === 'jpeg' && { format }) };
  const shot = await withClient(
    options,
    async (client) => {
      const { id } = await client.captures.create(body, { timeoutMs: captureTimeoutMs }).wait();
      const shot = await client.screenshots.get(id, { expand: 'capture,page,verdict' });
      if (shot.status === 'SUCCESS' && file !== undefined)
        await writeImage(file, await downloadImage(client, id, format), output.streams.writeOut);
      return shot;
    },
    fieldName,
  );
  if (json && file !== '-') output.printLine(JSON.stringify(shot));
  if (shot.status === 'FAILED') throw new StartError(`Capture ${shot.id} failed: ${failureReason(shot)}`);
  if (!json) for (const line of linesOf(shot, file)) printBeside(file, output, line);
}

/** Fields within an object, such as `/options/geolocation/latitude`, have no option of their own. */
function fieldName(path: string): string {
  if (path === '/url') return 'url';
  const [, option, field] = /^\/options\/(\w+)\/([a-z]\w*)$/i.exec(path) ?? [];
  return field === undefined ? optionOf(path) : `${optionOf(`/${option}`)}: ${field}`;
}

/** The image may be on standard output. */
const printBeside = (file: string | undefined, { printLine, printNote }: Output, line: string) =>
  file === '-' ? printNote(line) : printLine(line);

function linesOf({ id, url, imageUrl, page, verdict, description }: Screenshot, file: string | undefined) {
  const kind = verdict?.kind ?? 'content';
  const vendor = verdict?.vendor ? ` (${verdict.vendor})` : '';
  return [
    `Capture ${id}: ${file === undefined ? imageUrl : file === '-' ? 'to standard output' : file}`,
    ...(page && page.url !== url ? [`Final URL: ${page.url}`] : []),
    ...(page?.httpStatus ? [`Status: ${page.httpStatus}`] : []),
    ...(kind === 'content' ? [] : [`Warning: the page is not what was requested: ${kind}${vendor}`]),
    ...(description ? [`Note: ${description}`] : []),
  ];
}
