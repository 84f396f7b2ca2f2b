import { readlink } from 'node:fs/promises';
import { eventually, repetitions } from '@shotclock/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserHasEnded, browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from './isolated-process.fixture.ts';

describe.runIf(permittedKinds.length > 0)('an isolated browser', () => {
  const { pids, logger } = recordLaunches();
  let bench: CaptureBench;
  beforeAll(async () => {
    bench = await openCaptureBench({ logger, isolation: 'required', sandbox: true });
  });
  afterAll(() => bench.close());

  test('tells pages that it is online', async () => {
    const js = 'document.body.replaceChildren(String(navigator.onLine))';
    const { text } = await bench.capture('/blocks', { extractText: true, options: { js } });
    expect(text?.trim()).toBe('true');
  });

  test('keeps its own sandbox, runs in its own network namespace, and exits with its first process', async () => {
    await bench.capture('/blocks');
    const pid = pids.at(-1)!;
    const members = await browserProcesses(pid);
    const renderer = members.find(({ command }) => command.includes('--type=renderer'));
    const browser = members.find(
      ({ command }) => command.includes('--user-data-dir') && !command.includes('$@'),
    );
    expect(renderer?.status).toMatch(/^Seccomp:\t2$/m);
    const own = await readlink('/proc/self/ns/net');
    for (const { network } of members) expect(network).not.toBe(own);
    expect(renderer?.network).not.toBe(browser?.network);
    process.kill(pid, 'SIGKILL');
    await eventually(() => browserHasEnded(pid), { what: 'all processes of the browser to end' });
    await bench.capture('/blocks');
  }, 60_000);

  test('leaves no processes after it is killed and its capture has failed', async () => {
    for (let run = 0; run < repetitions({ usual: 1, thorough: 3 }); run += 1) {
      await bench.failure('/busy', {}, 2_000);
      await eventually(() => browserHasEnded(pids.at(-1)!), { what: 'all processes of the browser to end' });
    }
  }, 60_000);
});
