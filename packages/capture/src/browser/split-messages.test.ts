import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageLimits } from '../model/capture-budget.ts';
import { type MessagePart, splitMessages } from './split-messages.ts';

/** The results of a splitter so far, and a function that passes a chunk to the splitter. */
function open() {
  const messages: string[] = [];
  const images = new Map<string, Buffer>();
  const received: Record<MessagePart, number> = { message: 0, image: 0, discarded: 0 };
  let started = 0;
  const take = splitMessages({
    message: (text) => messages.push(text),
    image: (ticket, bytes) => images.set(ticket, bytes),
    started: () => {
      started += 1;
    },
    received: (part, bytes) => {
      received[part] += bytes;
    },
  });
  return { take, messages, images, received, started: () => started };
}

/** Splits a stream that is received in chunks of `sizes`, repeated. */
function split(stream: Buffer, sizes: number[]) {
  const opened = open();
  for (let start = 0, at = 0; start < stream.length; at += 1) {
    const size = sizes[at % sizes.length]!;
    opened.take(stream.subarray(start, start + size));
    start += size;
  }
  return opened;
}

const handled = (params: object) => JSON.stringify({ method: 'Page.lifecycleEvent', params, sessionId: 's' });
const unhandled = (params: object) =>
  JSON.stringify({ method: 'Network.webSocketFrameSent', params, sessionId: 's' });
const streamOf = (...messages: string[]) => Buffer.from(messages.map((message) => `${message}\0`).join(''));
const chunkSizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 });

test('keeps messages and images unchanged and discards unhandled events, for any chunk sizes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), chunkSizes, fc.string(), (picture, sizes, word) => {
      const event = handled({ data: word });
      const other = unhandled({ data: word });
      const data = Buffer.from(picture).toString('base64');
      const response = JSON.stringify({ id: 7, result: { data }, sessionId: 's' });
      const stream = streamOf(other, event, response, other, event, '{}');
      const { messages, images, received, started } = split(stream, sizes);
      const replaced = '{"id":7,"result":{"data":"image:1"},"sessionId":"s"}';
      expect(messages).toEqual([event, replaced, event, '{}']);
      expect([...images.keys()]).toEqual(['image:1']);
      expect([...images.get('image:1')!]).toEqual([...picture]);
      expect(started()).toBe(6);
      expect(received.discarded).toBe(2 * Buffer.byteLength(other));
      expect(received.image).toBe(data.length);
    }),
  );
});

test('keeps other data in its message', () => {
  const event = handled({ data: 'AAEC' });
  const response = JSON.stringify({ id: 8, result: { root: {}, data: 'AAEC' } });
  const { messages, images } = split(streamOf(event, response), [1_000]);
  expect(messages).toEqual([event, response]);
  expect(images.size).toBe(0);
});

test('replaces each screenshot with its own ticket', () => {
  const response = (id: number) => JSON.stringify({ id, result: { data: 'AAEC' } });
  const { messages, images } = split(streamOf(response(7), response(8)), [1_000]);
  expect(messages).toEqual(['{"id":7,"result":{"data":"image:1"}}', '{"id":8,"result":{"data":"image:2"}}']);
  expect([...images.values()]).toEqual([Buffer.from([0, 1, 2]), Buffer.from([0, 1, 2])]);
});

const mebibyte = Buffer.alloc(1_024 * 1_024, 'x');
const mebibytes = (bytes: number) => Math.ceil(bytes / mebibyte.length);

test.each([
  ['an event', '{"method":"Page.navigatedWithinDocument","params":{"url":"'],
  ['a response', '{"id":1,"result":{"result":{"value":"'],
  ['an error', '{"id":1,"error":{"message":"'],
])('%s that exceeds the size limit fails while it is being read', (_, head) => {
  const { take, messages } = open();
  take(Buffer.from(head));
  for (let count = 1; count < mebibytes(messageLimits.message); count += 1) take(mebibyte);
  expect(() => take(mebibyte)).toThrow(
    expect.objectContaining({
      code: 'too_many_events',
      message: 'The page caused a message of more than 32 MiB.',
    }),
  );
  expect(messages).toEqual([]);
});

test('does not count the image of a screenshot toward the limit of its message', () => {
  const { take, messages, images, received } = open();
  take(Buffer.from('{"id":1,"result":{"data":"'));
  for (let count = 0; count < mebibytes(messageLimits.message) + 1; count += 1) take(mebibyte);
  take(Buffer.from('"}}\0'));
  expect(messages).toEqual(['{"id":1,"result":{"data":"image:1"}}']);
  expect(images.get('image:1')).toHaveLength((received.image * 3) / 4);

  take(Buffer.from('{"id":2,"result":{"data":"AAEC","more":"'));
  for (let count = 1; count < mebibytes(messageLimits.message); count += 1) take(mebibyte);
  expect(() => take(mebibyte)).toThrow('The page caused a message of more than 32 MiB.');
});

test('discards network events that are too large', () => {
  const { take, messages } = open();
  take(Buffer.from('{"method":"Network.requestWillBeSent","params":{"request":{"url":"data:,'));
  for (let count = 0; count < 2 * mebibytes(messageLimits.message); count += 1) take(mebibyte);
  take(Buffer.from('"}}}\0{"id":1}\0'));
  expect(messages).toEqual(['{"id":1}']);
});
