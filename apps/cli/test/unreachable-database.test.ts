import { freePort } from '@shotclock/embedded';
import { expect, test } from 'vitest';
import { runCommand } from './run-command.fixture.ts';

test.each([
  ['backup', '/nowhere/backup'],
  ['key', 'list'],
])('%s %s says why the database cannot be reached', async (...args) => {
  const port = await freePort();
  const { code, stderr } = await runCommand(args, { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` });
  expect(code).toBe(1);
  expect(stderr).toContain(`The database at 127.0.0.1:${port} cannot be reached: connection refused. Check`);
});
