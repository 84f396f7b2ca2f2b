import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { CaptureError } from '../model/capture-error.ts';
import { PipeTransport } from './pipe-transport.ts';

const budget = { messages: 3, messageBytes: 1_000, imageBytes: 9 };

/** A transport, the browser's ends of its pipes, and what Puppeteer receives. */
function open() {
  const [fromBrowser, toBrowser] = [new PassThrough(), new PassThrough()];
  const transport = new PipeTransport(fromBrowser, toBrowser);
  const received: string[] = [];
  let closed = 0;
  let failures = 0;
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => {
    closed += 1;
  };
  transport.onfailure = () => {
    failures += 1;
  };
  return { transport, fromBrowser, toBrowser, received, closed: () => closed, failures: () => failures };
}

test('sends a NUL after each message', () => {
  const { transport, toBrowser } = open();
  transport.send('{"id":1}');
  transport.send('{"id":2}');
  expect(String(toBrowser.read())).toBe('{"id":1}\0{"id":2}\0');
});

test('returns the image of a screenshot once, but never after the capture has ended', async () => {
  const { transport, fromBrowser, received } = open();
  const guard = transport.guard(budget, () => undefined);
  fromBrowser.write('{"id":3,"result":{"data":"AAEC"},"sessionId":"s"}\0');
  await expect.poll(() => received).toHaveLength(1);
  const { data } = JSON.parse(received[0]!).result;
  expect(transport.takeImage(data)).toEqual(Buffer.from([0, 1, 2]));
  expect(() => transport.takeImage(data)).toThrow('There is no image image:1.');
  fromBrowser.write('{"id":4,"result":{"data":"AAEC"}}\0');
  await expect.poll(() => received).toHaveLength(2);
  guard[Symbol.dispose]();
  expect(() => transport.takeImage('image:2')).toThrow('There is no image image:2.');
});

test('returns the image of a screenshot even if the start of its message is split into chunks', async () => {
  const { transport, fromBrowser, received } = open();
  using _guard = transport.guard(budget, () => undefined);
  for (const chunk of ['{', '"id":3,"result":{"da', 'ta":"A', 'AE', 'C"}}\0']) fromBrowser.write(chunk);
  await expect.poll(() => received).toHaveLength(1);
  expect(transport.takeImage(JSON.parse(received[0]!).result.data)).toEqual(Buffer.from([0, 1, 2]));
});

test.each(['close', 'error'])('closes the connection once on the %s event of a pipe', async (event) => {
  const { transport, fromBrowser, toBrowser, closed } = open();
  if (event === 'close') fromBrowser.destroy();
  else toBrowser.destroy(new Error('EPIPE'));
  await expect.poll(closed).toBe(1);
  transport.close();
  expect(closed()).toBe(1);
});

test.each([
  ['more messages than allowed', '{"id":1}\0'.repeat(4), 'more than 3 browser messages'],
  [
    'more bytes than allowed',
    `{"id":1,"result":"${'x'.repeat(1_000)}"}\0`,
    'more than 0 MiB of browser messages',
  ],
  [
    'more discarded bytes than allowed',
    `{"method":"Network.x","params":"${'x'.repeat(1_000)}"}\0`,
    'more than 0 MiB of browser messages',
  ],
  [
    'a larger image than allowed',
    `{"id":1,"result":{"data":"${'AAEC'.repeat(4)}"}}\0`,
    'an image of more than 0 MiB',
  ],
])('a browser that sends %s fails its capture once, and nothing more is read', async (_, sent, limit) => {
  const { transport, fromBrowser, received, failures } = open();
  const errors: CaptureError[] = [];
  using _guard = transport.guard(budget, (error) => errors.push(error));
  fromBrowser.write(sent);
  await expect.poll(failures).toBe(1);
  expect(errors).toEqual([
    expect.objectContaining({ code: 'too_many_events', message: `The page caused ${limit}.` }),
  ]);
  const before = received.length;
  fromBrowser.write('{"id":9}\0'.repeat(10));
  await expect.poll(() => fromBrowser.readableLength).toBe(0);
  expect([received.length, failures(), errors.length]).toEqual([before, 1, 1]);
});

test('each guard starts counting at zero', async () => {
  const { transport, fromBrowser, received, failures } = open();
  for (let capture = 1; capture <= 3; capture += 1) {
    using guard = transport.guard(budget, () => undefined);
    fromBrowser.write('{"id":1}\0{"method":"Network.x"}\0{"id":2}\0');
    await expect.poll(() => received).toHaveLength(2 * capture);
    expect(guard.keptBytes()).toBe(2 * '{"id":1}'.length);
  }
  expect(failures()).toBe(0);
});

test.each([
  [
    'synchronously',
    () => {
      throw new Error('no');
    },
  ],
  ['asynchronously, as Puppeteer does for invalid JSON', async (text: string) => JSON.parse(text)],
])('a message whose handler throws %s fails the browser, not the process', async (_, handler) => {
  const { transport, fromBrowser, failures } = open();
  const errors: CaptureError[] = [];
  using _guard = transport.guard(budget, (error) => errors.push(error));
  transport.onmessage = handler as (text: string) => void;
  fromBrowser.write('{\0');
  await expect.poll(failures).toBe(1);
  expect(errors).toEqual([expect.objectContaining({ code: 'browser_crashed' })]);
});
