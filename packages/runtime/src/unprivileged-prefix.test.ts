import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canDropRoot, unprivilegedPrefix } from './unprivileged-prefix.ts';

const run = promisify(execFile);

async function runUnprivileged(...command: string[]): Promise<string> {
  const [program = '', ...args] = [...(await unprivilegedPrefix()), ...command];
  return (await run(program, args)).stdout;
}

test('a program with the prefix runs as user 1000 if root privileges can be dropped, and as the same user otherwise', async () => {
  const user = (await canDropRoot()) ? 1000 : process.getuid?.();
  expect(Number(await runUnprivileged('id', '-u'))).toBe(user);
  expect((await unprivilegedPrefix()).length > 0).toBe(await canDropRoot());
});

test('files written by an unprivileged program belong to the caller', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-unprivileged-'));
  try {
    const file = join(folder, 'written');
    await runUnprivileged('touch', file);
    expect((await stat(file)).uid).toBe(process.getuid?.());
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('passes arguments that look like options of unshare to the program', async () => {
  expect(await runUnprivileged('printf', '%s', '--user')).toBe('--user');
});
