import { utimes } from 'node:fs/promises';
import { createDatabase, eventually } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { devProgram, spawnStandalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

test('`pnpm dev` prints the logs of all apps, restarts an app when its source files change, and starts the debugger of one app', async () => {
  const database = await createDatabase();
  const system = await startStandalone(
    { DATABASE_URL: database.url },
    { program: devProgram, args: ['--inspect=scheduler'] },
  );
  const [api] = await system.pidsOf('api');
  const [scheduler] = await system.pidsOf('scheduler');
  expect(system.output()).toMatch(/^\{.*"name":"worker".*\}$/m);

  const now = new Date();
  await utimes(new URL('../../api/src/main.ts', import.meta.url), now, now);
  await eventually(
    async () => {
      const [pid] = await system.pidsOf('api');
      const ready = await fetch(`${system.origin}/health/ready`).catch(() => undefined);
      return pid !== undefined && pid !== api && ready?.ok === true;
    },
    { timeoutMs: 60_000, what: 'the API to be ready again in a new process' },
  );
  expect(await system.pidsOf('scheduler')).toEqual([scheduler]);
  expect(system.output().match(/Debugger listening on|Starting inspector on/g)).toHaveLength(1);
  expect((await stopStandalone(system)).code).toBe(0);
  await database.drop();
}, 180_000);

test.each([
  ['--help', 0, /^Usage: npx pnpm@12 start .*--watch.*--inspect=<app>/s],
  ['--whatever', 2, /^shotclock: .*--watch, --inspect=api\|scheduler\|worker and --help\n$/],
  ['--inspect=dashboard', 2, /^shotclock: .*--watch, --inspect=api\|scheduler\|worker and --help\n$/],
])('standalone with the argument %s only prints the usage', async (argument, code, usage) => {
  const system = await spawnStandalone({}, { args: [argument] });
  expect(await system.exit).toMatchObject({ code });
  expect(system.output()).toMatch(usage);
});
