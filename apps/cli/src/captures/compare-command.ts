import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ComparisonResult, compareImages } from '@shotclock/compare';
import { StartError } from '@shotclock/runtime/start-error';
import { type Command, CommanderError } from 'commander';
import { takeIds } from '../id-of.ts';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { UsageError } from '../usage-error.ts';
import { withExamples } from '../with-examples.ts';
import { assertWritable, downloadImage, formatOfFile, writeImage } from './image-file.ts';

type Options = ServerOptions & { output?: string; exitCode?: true };

/** `shotclock compare`. */
export function addCompareCommand(command: Command, output: Output): void {
  takeIds(command)
    .option(
      '-o, --output <file>',
      'write an image of the differences to this PNG file, or to standard output (-)',
    )
    .option('--exit-code', 'exit with 1 if the images differ');
  withServerOptions(command, 'the result');
  withExamples(command, {
    'shotclock compare 12 15': 'compares the images of captures 12 and 15',
    'shotclock compare 12 15 -o diff.png': 'also writes an image of the differences',
  });
  command.action((first: number, second: number, options: Options) =>
    compare([first, second], options, output),
  );
}

async function compare(ids: [number, number], options: Options, output: Output): Promise<void> {
  const { output: file, json, exitCode } = options;
  const { streams, printLine, printNote } = output;
  if (file !== undefined) {
    if (!['png', undefined].includes(formatOfFile(file)))
      throw new UsageError(`--output: ${file} must end with .png`);
    await assertWritable(file);
  }
  const { diff, ...result } = await differences(ids, options);
  const print = file === '-' ? printNote : printLine;
  if (json) print(JSON.stringify(result));
  else for (const line of linesOf(ids, result)) print(line);
  if (file !== undefined) {
    if (diff) await writeImage(file, diff.body, streams.writeOut);
    else if (!json) printNote(`${file} was not written, because there are no differences.`);
  }
  if (exitCode && result.changed) throw new CommanderError(1, 'shotclock.changed', 'The images differ.');
}

async function differences(ids: [number, number], options: Options): Promise<ComparisonResult> {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-compare-'));
  const [baseline, current] = ids.map((id, index) => join(folder, `${index}-${id}`)) as [string, string];
  try {
    await withClient(options, async (client) => {
      for (const [index, file] of [baseline, current].entries())
        await writeFile(file, await downloadImage(client, ids[index]!));
    });
    const { signal } = new AbortController();
    return await compareImages({ baseline, current }, { masks: [], threshold: 0, signal });
  } catch (error) {
    if (error instanceof Error && error.name === 'ComparisonError')
      throw new StartError(error.message, { cause: error });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function linesOf([first, second]: [number, number], result: Omit<ComparisonResult, 'diff'>): string[] {
  if (!result.changed) return [`Captures ${first} and ${second} look the same.`];
  const percent = (100 * result.ratio).toPrecision(3);
  return [
    `Captures ${first} and ${second} differ: ${Number(percent)}% of the pixels changed.`,
    ...result.changes.map(
      ({ kind, left, top, width, height }) => `  ${kind}: ${width}x${height} at ${left},${top}`,
    ),
  ];
}
