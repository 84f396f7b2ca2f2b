import { once } from 'node:events';
import { readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { parseEgressAllow } from '@shotclock/egress';
import { eventually, repetitions } from '@shotclock/testing';
import { describe, expect, test } from 'vitest';
import { browserHasEnded, browserProcesses, recordLaunches } from '../browser-processes.fixture.ts';
import { openCaptureBench } from '../capture-bench.fixture.ts';
import { permittedKinds } from './isolated-process.fixture.ts';

describe.runIf(permittedKinds.length > 0)('an isolated browser', () => {
  test('tells pages that it is online', async () => {
    await using site = createServer((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<p><script>document.write(navigator.onLine)</script>'),
    );
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const { port } = site.address() as { port: number };
    const allow = parseEgressAllow(`127.0.0.1:${port}`);
    const bench = await openCaptureBench({ isolation: 'required', allow });
    try {
      const { text } = await bench.capture(`http://127.0.0.1:${port}/`, { extractText: true });
      expect(text?.trim()).toBe('true');
    } finally {
      await bench.close();
    }
  });

  test('keeps its own sandbox, runs in its own network namespace, and exits with its first process', async () => {
    const { pids, logger } = recordLaunches();
    const bench = await openCaptureBench({ logger, isolation: 'required', sandbox: true });
    try {
      await bench.capture('/blocks');
      const members = await browserProcesses(pids[0]!);
      const renderer = members.find(({ command }) => command.includes('--type=renderer'));
      const browser = members.find(
        ({ command }) => command.includes('--user-data-dir') && !command.includes('$@'),
      );
      expect(renderer?.status).toMatch(/^Seccomp:\t2$/m);
      const own = await readlink('/proc/self/ns/net');
      for (const { network } of members) expect(network).not.toBe(own);
      expect(renderer?.network).not.toBe(browser?.network);
      process.kill(pids[0]!, 'SIGKILL');
      await eventually(() => browserHasEnded(pids[0]!), { what: 'all processes of the browser to end' });
      await bench.capture('/blocks');
    } finally {
      await bench.close();
    }
  }, 60_000);

  test('leaves no processes after it is killed and its capture has failed', async () => {
    const { pids, logger } = recordLaunches();
    const bench = await openCaptureBench({ logger, isolation: 'required' });
    try {
      for (let run = 0; run < repetitions({ usual: 1, thorough: 3 }); run += 1) {
        await bench.failure('/busy', {}, 2_000);
        expect(await browserHasEnded(pids.at(-1)!)).toBe(true);
      }
    } finally {
      await bench.close();
    }
  }, 60_000);
});
