import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type Child, startChild } from './child.fixture.ts';

const children: Child[] = [];
function start(...args: Parameters<typeof startChild>): Child {
  const child = startChild(...args);
  children.push(child);
  return child;
}
afterEach(() => {
  for (const { process } of children.splice(0)) process.kill('SIGKILL');
});

const shutdownOf = (child: Child) => child.stdout().match(/signal aborted|closed \w+/g);
const wholeShutdown = ['signal aborted', 'closed last', 'closed late', 'closed first'];

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s runs the shutdown hooks in reverse order, even if one fails, and exits with 0',
  async (signal) => {
    const child = start('runs');
    await child.prints('started');
    child.process.kill(signal);
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(shutdownOf(child)).toEqual(wholeShutdown);
    expect(child.stdout()).toContain('cannot be closed');
  },
);

test('a process with a shutdown delay continues to work between the signal and the shutdown hooks', async () => {
  const child = start('drains');
  await child.prints('started');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(shutdownOf(child)).toEqual(['closed nothing', ...wholeShutdown]);
});

test('an uncaught error ends the shutdown delay', async () => {
  const child = start('throws while draining');
  await child.prints('started');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(shutdownOf(child)).toEqual(wholeShutdown);
});

test('a second signal terminates a process whose shutdown hook hangs', async () => {
  const child = start('hangs for long');
  await child.prints('started');
  child.process.kill('SIGTERM');
  await child.prints('signal aborted');
  const again = setInterval(() => child.process.kill('SIGTERM'), 50);
  expect(await child.ended).toEqual({ code: 143, signal: null });
  clearInterval(again);
  expect(child.stdout()).toContain('second signal received');
});

test('a signal that is forwarded immediately after the first one does not interrupt the shutdown', async () => {
  const child = start('runs');
  await child.prints('started');
  child.process.kill('SIGINT');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(shutdownOf(child)).toEqual(wholeShutdown);
});

test('a process whose shutdown hook exceeds the grace period logs the name of the hook and exits with 1', async () => {
  const child = start('hangs');
  await child.prints('started');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  const line = child
    .stdout()
    .split('\n')
    .find((text) => text.includes('grace period exceeded'));
  expect(JSON.parse(line ?? '')).toMatchObject({ hook: 'stuck', pending: ['first', 'broken', 'last'] });
});

test.each([
  ['throws', 'not caught'],
  ['rejects', 'not awaited'],
])(
  'a process that %s without a handler logs the error, shuts down and exits with 1',
  async (scenario, message) => {
    const child = start(scenario);
    expect(await child.ended).toEqual({ code: 1, signal: null });
    expect(child.stdout()).toContain(message);
    expect(shutdownOf(child)).toEqual(wholeShutdown);
  },
);

test('a supervised child shuts down when its parent disconnects', async () => {
  const child = start('runs', { supervised: true });
  await child.prints('started');
  child.process.disconnect();
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(shutdownOf(child)).toEqual(wholeShutdown);
});

test('a supervised child shuts down when its parent is killed', async () => {
  const parent = start('has a child');
  await parent.prints('is ready');
  parent.process.kill('SIGKILL');
  // The child inherited the output of its parent, which therefore closes only once both have exited.
  await parent.ended;
  expect(shutdownOf(parent)).toEqual(wholeShutdown);
});

test('a supervised child ignores SIGINT and shuts down on SIGTERM', async () => {
  const child = start('runs', { supervised: true });
  await child.prints('started');
  child.process.kill('SIGINT');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(child.stdout()).toContain('"reason":"SIGTERM"');
});

test('a StartError is printed on one line, and the exit code is 1', async () => {
  const child = start('refuses to start');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr()).toBe('shotclock: port 3000 is taken; set PORT to another\n');
});

test('any other startup error is printed with its stack and its cause, without credentials', async () => {
  const child = start('breaks at start');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr()).toMatch(
    /^shotclock: unexpected error: Error: cannot read postgres:\/\/\*\*\*@db\n\s+at /,
  );
  expect(child.stderr()).toContain('[cause]: Error: no route to host');
});

test('a failed startup runs the shutdown hooks registered so far and exits with 1', async () => {
  const child = start('fails while starting');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr()).toBe('shotclock: no browser found; set CHROMIUM_PATH\n');
  expect(shutdownOf(child)).toEqual(wholeShutdown);
});

test('log lines are JSON and contain no credentials', async () => {
  const child = start('logs');
  await child.ended;
  const lines = child
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { name: 'fixture', msg: 'read', databaseUrl: '***', config: { secretKey: '***' } },
    { msg: 'request to https://***@h/ failed', err: { message: 'connect postgres://***@db/x' } },
  ]);
  expect(child.stdout()).not.toContain('hunter');
});

test.runIf(existsSync('/dev/full'))(
  'a process that cannot write to standard output keeps running and shuts down cleanly',
  async () => {
    const fixture = fileURLToPath(new URL('./app.fixture.ts', import.meta.url));
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [fixture, 'logs a lot'], {
      stdio: ['ignore', full, 'pipe', 'ipc'],
    });
    closeSync(full);
    const exit = once(child, 'exit');
    await once(child, 'message');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  },
);
