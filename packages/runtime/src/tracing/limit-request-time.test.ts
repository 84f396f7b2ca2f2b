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
const errorOf = (url: string, headers: Record<string, string> = {}) =>
  new Promise<Error | null>((resolve) => {
    const request = get(url, { headers }, (response) => {
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

const respondLater = (response: ServerResponse) => void setTimeout(() => response.end('x'), 300);

test('a request with another `Host` header is destroyed after the limit', async () => {
  const url = `${await start(drip)}/v1/traces`;
  onTestFinished(limitRequestTime(url, 50));
  expect((await errorOf(url, { host: 'traces.example' }))?.message).toBe('no response after 50 ms');
});

test('requests to other URLs are not limited', async () => {
  const origin = await start(respondLater);
  onTestFinished(limitRequestTime(`${origin}/v1/traces`, 20));
  expect(await errorOf(`${origin}/other`)).toBeNull();
});

test('requests to the same path on another port are not limited', async () => {
  const [limited, other] = [await start(respondLater), await start(respondLater)];
  onTestFinished(limitRequestTime(`${limited}/v1/traces`, 20));
  expect(await errorOf(`${other}/v1/traces`)).toBeNull();
});
