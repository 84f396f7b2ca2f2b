import { expect, test } from 'vitest';
import { parseEventStream } from './parse-event-stream.ts';

async function parse(...chunks: string[]) {
  const ids: string[] = [];
  const retries: number[] = [];
  const messages = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const handlers = { onId: (id: string) => ids.push(id), onRetry: (ms: number) => retries.push(ms) };
  for await (const message of parseEventStream(body, handlers)) messages.push(message);
  return { messages, ids, retries };
}

test('reads messages, IDs and the retry time, and ignores comments', async () => {
  expect(
    await parse('retry: 1500\n\nid: a1\nevent: ready\ndata: {}\n\n:\n\nid: a2\n:\n\ndata: 1\ndata: 2\n\n'),
  ).toEqual({
    messages: [
      { event: 'ready', data: '{}' },
      { event: 'message', data: '1\n2' },
    ],
    ids: ['a1', 'a2'],
    retries: [1_500],
  });
});

test('reads a message that is received in several chunks', async () => {
  const text = 'id: 1\r\nevent: x\r\ndata: é\r\n\r\n';
  expect(await parse(...text)).toEqual({
    messages: [{ event: 'x', data: 'é' }],
    ids: ['1'],
    retries: [],
  });
});

test('ignores a message that is incomplete when the stream ends', async () => {
  expect((await parse('data: 1\n\ndata: 2\n')).messages).toEqual([{ event: 'message', data: '1' }]);
});
