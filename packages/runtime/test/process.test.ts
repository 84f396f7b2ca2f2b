import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type Child, startChild } from './child.ts';

const children: Child[] = [];
function start(...args: Parameters<typeof startChild>): Child {
  const child = startChild(...args);
  children.push(child);
  return child;
}
afterEach(() => {
  for (const { process } of children.splice(0)) process.kill('SIGKILL');
});

const releases = (child: Child) => child.stdout().match(/told to stop|released \w+/g);
const ORDER = ['told to stop', 'released last', 'released late', 'released first'];

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s releases the last first, faults or not, and exits with 0',
  async (signal) => {
    const child = start('runs');
    await child.prints('started');
    child.process.kill(signal);
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(releases(child)).toEqual(ORDER);
    expect(child.stdout()).toContain('cannot be released');
  },
);

test('a second signal ends a process whose release hangs', async () => {
  const child = start('never ends');
  await child.prints('started');
  child.process.kill('SIGTERM');
  await child.prints('told to stop');
  const again = setInterval(() => child.process.kill('SIGTERM'), 50);
  expect(await child.ended).toEqual({ code: 143, signal: null });
  clearInterval(again);
  expect(child.stdout()).toContain('forced to end');
});

test('the echo of a signal does not cut the release short', async () => {
  const child = start('runs');
  await child.prints('started');
  child.process.kill('SIGINT');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(releases(child)).toEqual(ORDER);
});

test('a release that outlasts the grace time is named, and the process exits with 1', async () => {
  const child = start('is stuck');
  await child.prints('started');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  const line = child
    .stdout()
    .split('\n')
    .find((text) => text.includes('not stopped in time'));
  expect(JSON.parse(line ?? '')).toMatchObject({ release: 'stuck', unreleased: ['first', 'broken', 'last'] });
});

test.each([
  ['throws', 'nobody caught'],
  ['rejects', 'nobody waits'],
])('a process that %s logs it, releases and exits with 1', async (scenario, message) => {
  const child = start(scenario);
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stdout()).toContain(message);
  expect(releases(child)).toEqual(ORDER);
});

test('a supervised child releases and exits when its parent lets go of it', async () => {
  const child = start('runs', { supervised: true });
  await child.prints('started');
  child.process.disconnect();
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(releases(child)).toEqual(ORDER);
});

test('a supervised child ends when its parent is killed', async () => {
  const parent = start('is a parent');
  await parent.prints('is up');
  parent.process.kill('SIGKILL');
  // The child inherited the parent's output, which closes only when both are gone.
  await parent.ended;
  expect(releases(parent)).toEqual(ORDER);
});

test('a supervised child leaves Ctrl-C to its parent and heeds SIGTERM', async () => {
  const child = start('runs', { supervised: true });
  await child.prints('started');
  child.process.kill('SIGINT');
  child.process.kill('SIGTERM');
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(child.stdout()).toContain('"reason":"SIGTERM"');
});

test('a StartError is one line, and the exit code is 1', async () => {
  const child = start('refuses to start');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr()).toBe('shotclock: port 3000 is taken; set PORT to another\n');
});

test('any other fault of the start shows its stack without credentials', async () => {
  const child = start('breaks at start');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr()).toMatch(
    /^shotclock: unexpected fault: Error: cannot read postgres:\/\/\*\*\*@db\n\s+at /,
  );
});

test('a start that fails halfway releases what it had and exits with 1', async () => {
  const child = start('fails while starting');
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr()).toBe('shotclock: no browser found; set CHROMIUM_PATH\n');
  expect(releases(child)).toEqual(ORDER);
});

test('log lines are JSON and hold no credentials', async () => {
  const child = start('logs');
  await child.ended;
  const lines = child
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { name: 'fixture', msg: 'read', databaseUrl: '***', config: { secretKey: '***' } },
    { msg: 'to https://***@h/ it went wrong', err: { message: 'connect postgres://***@db/x' } },
  ]);
  expect(child.stdout()).not.toContain('hunter');
});

test.runIf(existsSync('/dev/full'))(
  'a process whose log has no room goes on, and stops in order',
  async () => {
    const fixture = fileURLToPath(new URL('./fixtures/app.ts', import.meta.url));
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
