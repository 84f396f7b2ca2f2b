import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from './object-store.ts';
import type { TakeTurns } from './take-turns.ts';

const chunkBytes = 65_536;

/** Streams a part of the file, then closes the file. Each read waits for its own turn. */
export function readInTurns(file: FileHandle, { start, end }: ByteRange, inTurn: TakeTurns): Readable {
  let position = start;

  async function readNext(): Promise<Buffer | null> {
    const length = Math.min(chunkBytes, end - position + 1);
    if (length <= 0) return null;
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    position += bytesRead;
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
  }

  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      inTurn(readNext).then(
        (chunk) => this.push(chunk),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      inTurn(() => file.close(), { unlimited: true }).then(
        () => done(error),
        (closing: Error) => done(error ?? closing),
      );
    },
  });
}
