import { utimes } from 'node:fs/promises';
import { eventually } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { devProgram, spawnStandalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

test('`pnpm dev` prints the logs of the apps and restarts the app whose source changes', async () => {
  const system = await startStandalone({}, { program: devProgram });
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
  expect((await stopStandalone(system)).code).toBe(0);
}, 180_000);

test('`--inspect` starts the debugger of the named app only', async () => {
  const system = await startStandalone({}, { args: ['--inspect=scheduler'] });
  expect(system.output().match(/Debugger listening on|Starting inspector on/g)).toHaveLength(1);
  expect((await stopStandalone(system)).code).toBe(0);
}, 120_000);

test('standalone names its arguments when one is unknown, and exits with 1', async () => {
  for (const argument of ['--inspect=dashboard', '--whatever']) {
    const system = await spawnStandalone({}, { args: [argument] });
    expect(await system.exit).toMatchObject({ code: 1 });
    expect(system.output()).toMatch(/^shotclock: .*--watch and --inspect=api\|scheduler\|worker/m);
  }
});
