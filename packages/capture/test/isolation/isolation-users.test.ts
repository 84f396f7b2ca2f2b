import { eventually } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { bundledBrowser } from '../../src/browser/bundled-browser.ts';
import { browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds, runInPlaceOfBrowser } from './isolated-process.fixture.ts';

const asRoot = test.runIf(permittedKinds.includes('dynamic-user'));

asRoot('as root, each isolated process runs as a separate user that owns nothing', async () => {
  const script = 'console.log(process.getuid())';
  const users = new Set<number>();
  for (let count = 0; count < 3; count += 1)
    users.add(Number(await runInPlaceOfBrowser('dynamic-user', script)));
  for (const user of users) {
    expect(user).toBeGreaterThanOrEqual(61_184);
    expect(user).toBeLessThanOrEqual(65_519);
  }
  expect(users.size).toBeGreaterThan(1);
});

asRoot(
  'as root, all processes of the bundled browser run as a separate user',
  async () => {
    const { pids, logger } = recordLaunches();
    const executablePath = await bundledBrowser();
    const bench = await openCaptureBench({ executablePath, logger, isolation: 'auto', sandbox: true });
    try {
      const captured = bench.capture('/blocks', { delayMs: 1_000 });
      const { members } = await eventually(
        async () => {
          // The first process is `unshare`, outside the namespaces. The child of `unshare` is the first process inside.
          // If a process has no status, it has exited.
          const found = (await browserProcesses(pids[0]!)).filter(
            ({ pid, status }) => pid !== pids[0] && status !== '' && !status.includes(`PPid:\t${pids[0]}\n`),
          );
          return found.some(({ command }) => command.includes('--type=renderer')) && { members: found };
        },
        { what: 'a renderer' },
      );
      await captured;
      const users = new Set(members.map(({ status }) => /^Uid:\t(.*)$/m.exec(status)?.[1]));
      expect(users.size).toBe(1);
      // The real, effective, saved and file system user.
      const [user = '', ...others] = [...users][0]!.split('\t');
      expect(others).toEqual([user, user, user]);
      expect(Number(user)).toBeGreaterThanOrEqual(61_184);
      expect(Number(user)).toBeLessThanOrEqual(65_519);
    } finally {
      await bench.close();
    }
  },
  120_000,
);
