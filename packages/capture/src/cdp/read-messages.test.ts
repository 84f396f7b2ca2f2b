import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReadMessage, readMessages } from './read-messages.ts';

function readInParts(stream: Buffer, sizes: number[]): ReadMessage[] {
  const found: ReadMessage[] = [];
  const read = readMessages(
    (id) => id === 7,
    (message) => found.push(message),
  );
  for (let start = 0, at = 0; start < stream.length; at += 1) {
    const size = sizes[at % sizes.length]!;
    read(stream.subarray(start, start + size));
    start += size;
  }
  return found;
}

test('however the stream is cut, each message is read, and the picture in it is the same bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 600 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 }),
      fc.string(),
      (picture, sizes, word) => {
        const before = JSON.stringify({ method: 'said', params: { data: word } });
        const data = Buffer.from(picture).toString('base64');
        const answer = JSON.stringify({ id: 7, result: { data }, sessionId: 's' });
        const messages = readInParts(Buffer.from(`${before}\0${answer}\0${before}\0`), sizes);
        expect(messages.map(({ text }) => JSON.parse(text).method)).toEqual(['said', undefined, 'said']);
        expect(messages[0]).toEqual({ text: before });
        const { text, bytes = Buffer.from(JSON.parse(text).result.data, 'base64') } = messages[1]!;
        expect([...bytes]).toEqual([...picture]);
        expect(JSON.parse(text)).toMatchObject({ id: 7, sessionId: 's' });
      },
    ),
  );
});

test('a picture that is asked for as text stays text', () => {
  const answer = JSON.stringify({ id: 8, result: { data: 'AAAA' } });
  expect(readInParts(Buffer.from(`${answer}\0`), [1_000])).toEqual([{ text: answer }]);
});

test('a picture is taken out of the text of its message', () => {
  const answer = JSON.stringify({ id: 7, result: { data: 'AAEC' } });
  const [message] = readInParts(Buffer.from(`${answer}\0`), [1_000]);
  expect(message).toEqual({ text: '{"id":7,"result":{"data":""}}', bytes: Buffer.from([0, 1, 2]) });
});
