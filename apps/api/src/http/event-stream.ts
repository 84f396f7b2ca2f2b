import { Readable } from 'node:stream';

/** A response body that is sent in chunks as they become available, with a bounded buffer. */
export type EventStream = {
  body: Readable;
  /** Adds a part. Returns false and drops the part if the client reads so slowly that the buffer is full. */
  send(part: Buffer): boolean;
  /** Resolves with true once the buffer is almost empty, or with false if the client has disconnected. */
  drained(): Promise<boolean>;
  /** Sends the buffer and then ends the response. */
  end(): void;
};

/** Number of bytes that the stream reads ahead of the connection. */
const readAhead = 16_384;

/** @param maxBuffered size of the buffer in bytes. A single part may exceed it. */
export function createEventStream(maxBuffered: number): EventStream {
  let isEnded = false;
  let waiting: ((isOpen: boolean) => void)[] = [];
  const resume = (isOpen: boolean) => {
    const resumed = waiting;
    waiting = [];
    for (const resolve of resumed) resolve(isOpen);
  };
  const body = new Readable({ highWaterMark: readAhead, read: () => resume(true) });
  body.once('close', () => resume(false));
  return {
    body,
    send(part) {
      if (isEnded || body.destroyed) return true;
      if (body.readableLength > maxBuffered) return false;
      body.push(part);
      return true;
    },
    async drained() {
      if (isEnded || body.destroyed) return false;
      if (body.readableLength < readAhead) return true;
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    end() {
      if (isEnded || body.destroyed) return;
      isEnded = true;
      body.push(null);
    },
  };
}
