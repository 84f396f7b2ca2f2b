import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { ShotclockClient } from '@shotclock/client/source';
import { StartError } from '@shotclock/runtime/start-error';
import { UsageError } from '../usage-error.ts';

const formats = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp', '.avif': 'avif' } as const;
export type FileFormat = (typeof formats)[keyof typeof formats];

/**
 * Returns the image format of a file's name; undefined for standard output (`-`).
 * @throws UsageError for another extension
 */
export function formatOfFile(file: string): FileFormat | undefined {
  if (file === '-') return undefined;
  const extension = extname(file).toLowerCase();
  if (extension in formats) return formats[extension as keyof typeof formats];
  throw new UsageError(`--output: ${file} must end with ${Object.keys(formats).join(', ')}`);
}

/** Checks that a file can be written before work starts whose result would otherwise be lost. */
export async function assertWritable(file: string): Promise<void> {
  if (file === '-') return;
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) throw new UsageError(`--output: ${file} is a folder`);
  await access(found ? file : dirname(file), constants.W_OK).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
}

/** Time limit of an attempt, including the conversion. */
const downloadTimeoutMs = 150_000;

/** Downloads the image of a capture, converted to `format` if it is given. */
export const downloadImage = (
  client: ShotclockClient,
  id: number,
  format?: FileFormat,
): Promise<Uint8Array<ArrayBuffer>> =>
  client.screenshots.image(id, { timeoutMs: downloadTimeoutMs, ...(format && { format }) });

export async function writeImage(
  file: string,
  image: Uint8Array,
  writeOut: (chunk: Uint8Array) => void,
): Promise<void> {
  if (file === '-') return writeOut(image);
  await writeFile(file, image).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
}

function cannotWrite(file: string, cause: unknown): StartError {
  const { code } = cause as NodeJS.ErrnoException;
  const reason = code === 'ENOENT' ? `there is no folder ${dirname(file)}` : code;
  return new StartError(`${file} cannot be written: ${reason}.`, { cause });
}
