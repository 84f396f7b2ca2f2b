import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@shotclock/client/source';
import { freePort } from '@shotclock/embedded';
import { expect, onTestFinished, test } from 'vitest';
import { watchRun } from '../src/schedules/watch-run.ts';
import { runCommand } from './run-command.fixture.ts';

const counts = { totalItems: 1, successfulItems: 0, failedItems: 0, processingTimeMs: 1_000 };
const active = { id: 7, status: 'PROCESSING', ...counts };
const completed = { ...active, status: 'COMPLETED', successfulItems: 1 };

/** Starts an API that runs schedule 3. `onEvents` responds to each request for events. */
async function startApi(onEvents: (response: ServerResponse, attempt: number) => void) {
  let attempts = 0;
  const sendJson = (response: ServerResponse, body: object) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  const routes: Record<string, (response: ServerResponse) => void> = {
    'GET /api/v1/events': (response) => onEvents(response, ++attempts),
    'POST /api/v1/schedules/3/run': (response) => sendJson(response, active),
    'GET /api/v1/executions/7': (response) => sendJson(response, completed),
    'GET /api/v1/screenshots': (response) => sendJson(response, { content: [], nextCursor: null }),
  };
  const listener: RequestListener = ({ method, url }, response) =>
    routes[`${method} ${url!.split('?')[0]}`]!(response);
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

function sendEvent(response: ServerResponse, event: string): void {
  response.setHeader('content-type', 'text/event-stream');
  response.write(`retry: 10\nevent: ${event}\ndata: {}\n\n`);
}

test('an unreachable server is reported in the same way with --watch', async () => {
  const env = { SHOTCLOCK_URL: `http://127.0.0.1:${await freePort()}` };
  const watched = await runCommand(['run', '3', '--watch'], env);
  expect(watched).toEqual(await runCommand(['run', '3'], env));
  expect(watched.stderr).toContain('cannot be reached: connection refused.');
});

test('a server that is not Shotclock is reported', async () => {
  const { url } = await startApi((response) => response.end('<h1>Welcome</h1>'));
  const { code, stderr } = await runCommand(['run', '3', '--watch', '--url', url], {});
  expect([code, stderr]).toEqual([1, expect.stringContaining('does not respond as Shotclock does')]);
});

test.each([false, true])(
  'a lost connection is reported once and restored (terminal: %s)',
  async (isTerminal) => {
    const { url } = await startApi((response, attempt) => {
      if (attempt === 2) return void response.destroy();
      sendEvent(response, attempt === 1 ? 'ready' : 'reset');
      if (attempt === 1) response.end();
    });
    const result = await runCommand(['run', '3', '--watch', '--url', url], {}, isTerminal);
    const lost = 'Lost the connection; reconnecting …\n';
    const bar = (mark: string) => `\r\u001b[K[${mark.repeat(30)}]`;
    expect(result).toMatchObject({
      code: 0,
      stdout: 'Run 7 finished after 1.0 s: 1 of 1 page captured.\n',
      stderr: isTerminal ? `${bar('.')} 0 of 1\n${lost}${bar('#')} 1 of 1\n` : `0 of 1\n${lost}1 of 1\n`,
    });
  },
);

test('a key that was revoked during the run ends the command, but not the run', async () => {
  const problem = { code: 'unauthorized', detail: 'The key was revoked.', requestId: 'r', instance: '' };
  const { url } = await startApi((response, attempt) => {
    if (attempt > 1) return void response.writeHead(401).end(JSON.stringify(problem));
    sendEvent(response, 'ready');
    response.end();
  });
  const { code, stderr } = await runCommand(['run', '3', '--watch', '--url', url], {});
  expect(code).toBe(1);
  expect(stderr).toContain(
    '\nThe run continues. `shotclock history --schedule 3` lists its captures.\nshotclock: ',
  );
});

test('a connection that is not restored in time ends with its error', async () => {
  const api = await startApi((response) => sendEvent(response, 'ready'));
  const seen: string[] = [];
  const watched = watchRun(createClient({ baseUrl: api.url }), 3, {
    onProgress() {
      seen.push('progress');
      api.stop();
    },
    onConnectionLost: () => seen.push('lost'),
    reconnectMs: 100,
  });
  await expect(watched).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'UND_ERR_SOCKET' } });
  expect(seen).toEqual(['progress', 'lost']);
});
