import type { Command } from 'commander';
import { takeIds } from '../id-of.ts';
import type { Output } from '../output.ts';
import { type ServerOptions, withServerOptions } from '../server/server-options.ts';
import { withClient } from '../server/with-client.ts';
import { withExamples } from '../with-examples.ts';
import { assertWritable, downloadImage, formatOfFile, writeImage } from './image-file.ts';

/** `shotclock image`. */
export function addImageCommand(command: Command, { printLine, streams }: Output): void {
  takeIds(command).requiredOption(
    '-o, --output <file>',
    'write the image to this file, or to standard output (-)',
  );
  withServerOptions(command, 'the capture');
  withExamples(command, { 'shotclock image 12 -o page.png': 'downloads the image of capture 12' });
  command.action(async (id: number, options: ServerOptions & { output: string }) => {
    const { output: file, json } = options;
    const format = formatOfFile(file);
    await assertWritable(file);
    const shot = await withClient(options, async (client) => {
      const image = await downloadImage(client, id, format);
      await writeImage(file, image, streams.writeOut);
      return json ? client.screenshots.get(id) : null;
    });
    if (file === '-') return;
    printLine(shot ? JSON.stringify(shot) : `Capture ${id}: ${file}`);
  });
}
