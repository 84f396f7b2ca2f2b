import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority } from 'node:os';
import { parseEgressAllow } from '@shotclock/egress';
import { eventually } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { canRestorePriority, loweredNice, processPriority } from '../../src/browser/process-priority.ts';
import { processTree, threadsOf } from '../../src/browser/process-usage.ts';
import { noObserver } from '../../src/model/capture-observer.ts';
import { recordLaunches } from '../browser-processes.fixture.ts';
import { openCaptureBench } from '../capture-bench.fixture.ts';

/** A page that keeps loading, while a worker runs an endless loop, until the test responds to its image request. */
const busyPage = `<!doctype html><title>Busy</title><img src="/held.png" alt="" onerror="worker.terminate()">
<script>const worker = new Worker(URL.createObjectURL(new Blob(['for (;;);'])))</script>`;

/** Returns no value if the thread has exited. */
function niceValue(thread: number): number[] {
  try {
    return [getPriority(thread)];
  } catch {
    return [];
  }
}

/** Returns the distinct nice values of all threads in a browser. */
function niceValues(browser: number): number[] {
  const threads = processTree(browser).flatMap(({ pid }) => threadsOf(pid));
  return [...new Set(threads.flatMap(niceValue))];
}

test.runIf(process.platform === 'linux' && getPriority() < loweredNice())(
  'lowers the priority of a browser that uses much CPU time until its page is closed',
  async () => {
    const held: ServerResponse[] = [];
    const server = createServer(({ url }, response) => {
      if (url === '/held.png') held.push(response);
      else response.setHeader('content-type', 'text/html').end(busyPage);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { pids, logger } = recordLaunches();
    const closed: number[][] = [];
    const stepEnded = (step: string) => step === 'close' && closed.push(niceValues(pids[0]!));
    const observer = { ...noObserver, stepEnded };
    const bench = await openCaptureBench({ logger, allow: parseEgressAllow(hostPort), observer });
    try {
      const browser = pids[0]!;
      const captured = bench.capture(`http://${hostPort}/`);
      const usual = getPriority();
      expect(niceValues(browser)).toContain(usual);
      await eventually(
        () => niceValues(browser).includes(loweredNice()) && !niceValues(browser).includes(usual),
        {
          what: 'the priority to be lowered',
        },
      );
      for (const response of held) response.writeHead(404).end();
      await captured;
      expect(closed).toHaveLength(1);
      expect(closed[0]!.includes(loweredNice())).toBe(!canRestorePriority());
      const other = bench.capture(`http://${hostPort}/`);
      await eventually(() => held.length === 2, { what: 'the next capture to begin' });
      expect(pids).toHaveLength(canRestorePriority() ? 1 : 2);
      expect(niceValues(pids.at(-1)!)).not.toContain(loweredNice());
      held.at(-1)!.writeHead(404).end();
      await other;
    } finally {
      await bench.close();
      server.close();
    }
  },
);

// Unprivileged users can change the nice value of a session only once every 0.1 s.
test.runIf(existsSync('/proc/self/autogroup') && canRestorePriority())(
  "also lowers the priority of processes that leave the browser's session",
  async () => {
    const script = 'setsid sleep 60 & read -r _; setsid sleep 60 & wait';
    const child = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'inherit', 'inherit'] });
    try {
      const sessions = () =>
        new Set(
          processTree(child.pid!).map(({ pid }) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim()),
        );
      await eventually(() => sessions().size === 2, { what: 'the second session' });
      const priority = processPriority(child.pid!);
      priority.lower();
      const lowered = new RegExp(` nice ${loweredNice()}$`);
      for (const session of sessions()) expect(session).toMatch(lowered);
      child.stdin!.write('\n');
      await eventually(() => sessions().size === 3, { what: 'the third session' });
      priority.lower();
      for (const session of sessions()) expect(session).toMatch(lowered);
    } finally {
      for (const { pid } of processTree(child.pid!)) process.kill(pid, 'SIGKILL');
    }
  },
);
