import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createEventStream } from './event-stream.ts';

const part = Buffer.alloc(20_000, 'a');

test('a stream accepts chunks until its buffer is full', () => {
  const stream = createEventStream(50_000);
  expect([1, 2, 3, 4].map(() => stream.send(part))).toEqual([true, true, true, false]);
});

test('a stream is drained once the client has received almost everything', async () => {
  const stream = createEventStream(50_000);
  expect(await stream.drained()).toBe(true);
  stream.send(part);
  const drained = stream.drained();
  stream.body.resume();
  expect(await drained).toBe(true);
});

test('waiting for the stream to drain ends when the client disconnects', async () => {
  const stream = createEventStream(50_000);
  stream.send(part);
  const drained = stream.drained();
  stream.body.destroy();
  expect(await drained).toBe(false);
  expect(await stream.drained()).toBe(false);
  expect(stream.send(part)).toBe(true);
});

test('a stream that has ended still sends its buffered data', async () => {
  const stream = createEventStream(50_000);
  stream.send(part);
  stream.end();
  stream.end();
  stream.send(part);
  let received = 0;
  stream.body.on('data', (bytes: Buffer) => {
    received += bytes.length;
  });
  await once(stream.body, 'close');
  expect(received).toBe(part.length);
});
