import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitRequestTime } from './limit-request-time.ts';

async function start(respond: (response: ServerResponse) => void) {
  const server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a byte every few milliseconds, so that the connection is never idle. */
function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write('x'), 5);
  response.once('close', () => clearInterval(timer));
}

/** The error of a request; null if the request succeeded. */
const errorOf = (url: string) =>
  new Promise<Error | null>((resolve) => {
    const request = get(url, (response) => {
      response.resume().once('error', resolve);
      response.once('end', () => resolve(null));
    });
    request.once('error', resolve);
  });

test.each([
  ['never ends', drip],
  ['never begins', () => {}],
])('a request whose response %s is destroyed after the limit', async (_, respond) => {
  const url = `${await start(respond)}/v1/traces`;
  onTestFinished(limitRequestTime(url, 50));
  expect((await errorOf(url))?.message).toBe('no response after 50 ms');
});

test('requests to other URLs are not limited', async () => {
  const origin = await start((response) => void setTimeout(() => response.end('x'), 300));
  onTestFinished(limitRequestTime(`${origin}/v1/traces`, 20));
  expect(await errorOf(`${origin}/other`)).toBeNull();
});
