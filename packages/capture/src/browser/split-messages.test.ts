import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMessages } from './split-messages.ts';

/** The messages of a stream that arrives in chunks of `sizes`, and the images by their tickets. */
function split(stream: Buffer, sizes: number[]) {
  const messages: string[] = [];
  const images = new Map<string, Buffer>();
  const take = splitMessages({
    message: (text) => messages.push(text),
    image: (ticket, bytes) => images.set(ticket, bytes),
  });
  for (let start = 0, at = 0; start < stream.length; at += 1) {
    const size = sizes[at % sizes.length]!;
    take(stream.subarray(start, start + size));
    start += size;
  }
  return { messages, images };
}

test('messages and images are unchanged for any chunk sizes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 600 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }),
      fc.string(),
      (picture, sizes, word) => {
        const event = JSON.stringify({ method: 'said', params: { data: word } });
        const data = Buffer.from(picture).toString('base64');
        const response = JSON.stringify({ id: 7, result: { data }, sessionId: 's' });
        const { messages, images } = split(Buffer.from(`${event}\0${response}\0${event}\0`), sizes);
        expect([messages[0], messages[2], messages.length]).toEqual([event, event, 3]);
        const { result, ...rest } = JSON.parse(messages[1]!);
        expect(rest).toEqual({ id: 7, sessionId: 's' });
        expect([...(images.get(result.data) ?? Buffer.from(result.data, 'base64'))]).toEqual([...picture]);
      },
    ),
  );
});

test('other data stays in its message', () => {
  const event = JSON.stringify({ method: 'x', params: { data: 'AAEC' } });
  const response = JSON.stringify({ id: 8, result: { root: {}, data: 'AAEC' } });
  const { messages, images } = split(Buffer.from(`${event}\0${response}\0`), [1_000]);
  expect(messages).toEqual([event, response]);
  expect(images.size).toBe(0);
});

test('each screenshot is replaced by its own ticket', () => {
  const response = (id: number) => `${JSON.stringify({ id, result: { data: 'AAEC' } })}\0`;
  const { messages, images } = split(Buffer.from(response(7) + response(8)), [1_000]);
  expect(messages).toEqual(['{"id":7,"result":{"data":"image:1"}}', '{"id":8,"result":{"data":"image:2"}}']);
  expect([...images.values()]).toEqual([Buffer.from([0, 1, 2]), Buffer.from([0, 1, 2])]);
});
