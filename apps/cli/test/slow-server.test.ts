import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Result, runCommand } from './run-command.fixture.ts';

/** Runs a command with a server, and returns its result and the simulated seconds that it took. */
async function runWith(listener: RequestListener, args: string[]): Promise<Result & { seconds: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    server.close();
    server.closeAllConnections();
  });
  const SHOTCLOCK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let result: Result | undefined;
  void runCommand(args, { SHOTCLOCK_URL }).then((finished) => {
    result = finished;
  });
  let seconds = 0;
  while (!result) {
    await new Promise(setImmediate);
    // Until a request is sent, there are no timers.
    if (vi.getTimerCount() === 0) continue;
    await vi.advanceTimersByTimeAsync(1_000);
    seconds += 1;
  }
  return { ...result, seconds };
}

test.each([
  ['history', []],
  ['run', ['3', '--watch']],
])('%s does not wait for a silent server', async (command, args) => {
  const { code, stderr, seconds } = await runWith(() => undefined, [command, ...args]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/ did not respond in time\. Check --url or SHOTCLOCK_URL, or run `[^`]+ doctor`/);
  expect(seconds).toBeLessThan(60);
});

test('capture waits for a result for which the API waits', async () => {
  const page = { url: 'http://page.example/', imageUrl: 'http://shotclock.example/1', page: null };
  const shot = { id: 1, status: 'SUCCESS', description: null, verdict: null, ...page };
  const { code, stdout } = await runWith(
    ({ method }, response) => {
      response.setHeader('content-type', 'application/json');
      const respond = () => response.end(JSON.stringify(shot));
      if (method === 'POST') setTimeout(respond, 31_000);
      else respond();
    },
    ['capture', 'page.example'],
  );
  expect([code, stdout]).toEqual([0, 'Capture 1: http://shotclock.example/1\n']);
});
