import type { Readable } from 'node:stream';

/** Maximum number of bytes to keep. Chromium's report about a crash is shorter. */
const maxBytes = 8_192;

/**
 * Keeps the last 8 KiB that a browser prints. A page can make its lines arbitrarily long and numerous.
 * @returns a function that returns the complete lines among them, oldest first
 */
export function keepRecentOutput(streams: readonly (Readable | null)[]): () => string[] {
  let kept = Buffer.alloc(0);
  let cut = false;
  for (const stream of streams)
    stream?.on('data', (chunk: Buffer) => {
      cut ||= kept.length + chunk.length > maxBytes;
      kept = Buffer.concat([kept, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
    });
  return () => {
    const lines = kept.toString().split('\n');
    return lines.slice(cut && lines.length > 1 ? 1 : 0).filter((line) => line.trim() !== '');
  };
}
