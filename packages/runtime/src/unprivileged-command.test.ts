import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canDropRoot, unprivilegedCommand } from './unprivileged-command.ts';

const run = promisify(execFile);

test('unprivilegedCommand runs a command as user 1000 where root can be dropped, and unchanged elsewhere', async () => {
  const unprivileged = await unprivilegedCommand('id', ['-u']);
  const { stdout } = await run(unprivileged.command, unprivileged.args);
  if (await canDropRoot()) {
    expect(stdout.trim()).toBe('1000');
    expect(unprivileged.command).toBe('unshare');
  } else {
    expect(stdout.trim()).toBe(String(process.getuid?.()));
    expect(unprivileged).toEqual({ command: 'id', args: ['-u'] });
  }
});

test('files that an unprivileged command writes belong to the caller', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-unprivileged-'));
  try {
    const file = join(folder, 'written');
    const unprivileged = await unprivilegedCommand('touch', [file]);
    await run(unprivileged.command, unprivileged.args);
    expect((await stat(file)).uid).toBe(process.getuid?.());
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('unprivilegedCommand passes arguments that look like options of unshare to the command', async () => {
  const unprivileged = await unprivilegedCommand('printf', ['%s', '--user']);
  const { stdout } = await run(unprivileged.command, unprivileged.args);
  expect(stdout).toBe('--user');
});
