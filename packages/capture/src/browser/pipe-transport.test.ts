import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { PipeTransport } from './pipe-transport.ts';

/** A transport, the browser's ends of its pipes, and what Puppeteer receives. */
function open() {
  const [fromBrowser, toBrowser] = [new PassThrough(), new PassThrough()];
  const transport = new PipeTransport(fromBrowser, toBrowser);
  const received: string[] = [];
  let closed = 0;
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => {
    closed += 1;
  };
  return { transport, fromBrowser, toBrowser, received, closed: () => closed };
}

test('a message is sent with a NUL after it', () => {
  const { transport, toBrowser } = open();
  transport.send('{"id":1}');
  transport.send('{"id":2}');
  expect(String(toBrowser.read())).toBe('{"id":1}\0{"id":2}\0');
});

test('the image of a screenshot can be taken once', async () => {
  const { transport, fromBrowser, received } = open();
  fromBrowser.write('{"id":3,"result":{"data":"AAEC"},"sessionId":"s"}\0');
  await expect.poll(() => received).toHaveLength(1);
  const { data } = JSON.parse(received[0]!).result;
  expect(transport.takeImage(data)).toEqual(Buffer.from([0, 1, 2]));
  expect(transport.takeImage(data)).not.toEqual(Buffer.from([0, 1, 2]));
});

test('a response that contains its image is decoded', () => {
  const { transport } = open();
  expect(transport.takeImage('AAEC')).toEqual(Buffer.from([0, 1, 2]));
});

test.each(['close', 'error'])('the event %s of a pipe closes the connection once', async (event) => {
  const { transport, fromBrowser, toBrowser, closed } = open();
  if (event === 'close') fromBrowser.destroy();
  else toBrowser.destroy(new Error('EPIPE'));
  await expect.poll(closed).toBe(1);
  transport.close();
  expect(closed()).toBe(1);
});
