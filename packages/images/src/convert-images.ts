// The conversion process, which receives one conversion at a time and sends its result. It has no settings, credentials
// or connections, because it decodes content that pages control. The process exits when its parent exits.
import { statfs } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { ConversionError } from './conversion-error.ts';
import type { ConversionReply, ConversionRequest } from './conversion-process.ts';
import type { ConversionKind, Conversions } from './conversions.ts';
import { makeAnimation, makeFrame } from './make-animation.ts';
import { makeTiles } from './make-tiles.ts';
import { makeVariant } from './make-variant.ts';

/** Requests and captures take priority. */
const niceness = 10;
/** If there is less free space than this, a full disk is probably the reason for the failure. */
const minFreeBytes = 4_194_304;

const converters: {
  [Kind in ConversionKind]: (input: Conversions[Kind]['input'], file: string) => Promise<unknown>;
} = {
  variant: makeVariant,
  tiles: makeTiles,
  frame: makeFrame,
  animation: makeAnimation,
  // Most processes never compare images.
  comparison: async (input, file) => (await import('./make-comparison.ts')).makeComparison(input, file),
};

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] });
sharp.concurrency(1);
sharp.cache(false);
setPriority(niceness);

// Ctrl-C in the terminal also reaches this process, but its parent decides when conversions end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// A conversion in progress would delay a normal exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request) => {
  void convert(request as ConversionRequest).then((reply) => process.send!(reply));
});

async function convert({ kind, input, file }: ConversionRequest): Promise<ConversionReply> {
  try {
    return { output: await converters[kind](input as never, file) };
  } catch (error) {
    if (error instanceof ConversionError) return { code: error.code, message: error.message };
    // sharp does not distinguish between an image that it cannot decode and a file that it cannot write.
    const isWritable = !isSystemError(error) && (await hasSpace(dirname(file)));
    return { code: isWritable ? 'undecodable' : 'failed', message: String(error) };
  }
}

const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== undefined;

async function hasSpace(folder: string): Promise<boolean> {
  const space = await statfs(folder).catch(() => null);
  return space !== null && space.bavail * space.bsize >= minFreeBytes;
}
