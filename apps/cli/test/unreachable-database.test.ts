import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@shotclock/embedded';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './run-command.fixture.ts';

test('commands say why the database cannot be reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const port = await freePort();
  for (const args of [
    ['backup', folder],
    ['key', 'list'],
  ]) {
    const { code, stderr } = await runCommand(args, { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `The database at 127.0.0.1:${port} cannot be reached: connection refused. Check`,
    );
  }
});
