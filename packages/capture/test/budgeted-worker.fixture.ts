import { parseEgressAllow } from '@shotclock/egress';
import { quietLogger, testSandbox } from '@shotclock/testing';
import { CaptureError, createBrowserSupervisor, findBrowser, type SupervisorLimits } from '../src/index.ts';
import { captureRequest } from './capture-bench.fixture.ts';

// A process that makes the captures that its parent asks for, and reports each outcome with its own peak memory. Messages of a
// browser that are not bounded end such a process.
export type Order = {
  url: string;
  limits?: Partial<SupervisorLimits>;
  settings?: object;
  deadlineMs?: number;
};
export type Report = { outcome: string; message: string; peakBytes: number };

const [hostPort = ''] = process.argv.slice(2);
let supervisor: ReturnType<typeof createBrowserSupervisor> | undefined;
process.on('message', async ({ url, limits = {}, settings, deadlineMs = 40_000 }: Order) => {
  supervisor = createBrowserSupervisor({
    executablePath: await findBrowser({}),
    sandbox: testSandbox(),
    processes: 1,
    allow: parseEgressAllow(hostPort),
    logger: quietLogger,
    limits,
  });
  await supervisor.start();
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 10);
  const request = captureRequest(url, { format: 'jpeg', delayMs: 3_000, ...settings });
  const { outcome, message } = await supervisor
    .capture(request, { signal: new AbortController().signal, deadlineMs })
    .then(
      ({ html }) => ({ outcome: 'captured', message: html ?? '' }),
      (error: unknown) =>
        error instanceof CaptureError
          ? { outcome: error.code as string, message: error.message }
          : { outcome: 'other', message: String(error) },
    );
  clearInterval(timer);
  await supervisor.close();
  const report: Report = { outcome, message, peakBytes };
  process.send?.(report);
});
