import { parseEgressAllow } from '@shotclock/egress';
import { quietLogger, testBrowser, testSandbox } from '@shotclock/testing';
import {
  CaptureError,
  createBrowserSupervisor,
  findBrowser,
  type SupervisorLimits,
} from '../../src/index.ts';
import type { CaptureRequest } from '../../src/model/capture-types.ts';
import { captureRequest } from '../capture-bench.fixture.ts';

// A process that takes the capture that its parent requests, and reports the outcome and its own peak memory. Such a
// process can crash if the browser's messages are not limited.
export type Order = {
  url: string;
  /** URL that is captured repeatedly in a second browser slot until the first capture has ended. */
  beside?: string;
  limits?: Partial<SupervisorLimits>;
  settings?: Partial<CaptureRequest>;
  deadlineMs?: number;
};
export type Report = {
  /** `captured` or the failure code. */
  outcome: string;
  /** Message of the failure, or the extracted HTML. */
  message: string;
  /** The outcomes of `beside`. */
  beside: string[];
  peakBytes: number;
};

const [hostPort = ''] = process.argv.slice(2);
process.once('message', async ({ url, beside, limits = {}, settings, deadlineMs = 240_000 }: Order) => {
  const supervisor = createBrowserSupervisor({
    executablePath: await findBrowser(testBrowser()),
    sandbox: testSandbox(),
    processes: beside === undefined ? 1 : 2,
    allow: parseEgressAllow(hostPort),
    logger: quietLogger,
    limits,
  });
  await supervisor.start();
  const capture = (request: CaptureRequest, ms: number) =>
    supervisor.capture(request, { signal: new AbortController().signal, deadlineMs: ms }).then(
      (captured) => {
        captured[Symbol.dispose]();
        return { outcome: 'captured', message: captured.html ?? '' };
      },
      (error: unknown) => ({
        outcome: error instanceof CaptureError ? error.code : 'other',
        message: error instanceof Error ? error.message : String(error),
      }),
    );

  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 10);
  let ended = false;
  const first = capture(captureRequest(url, { format: 'jpeg', delayMs: 3_000, ...settings }), deadlineMs);
  void first.then(() => {
    ended = true;
  });
  const outcomes: string[] = [];
  while (beside !== undefined && !ended)
    outcomes.push((await capture(captureRequest(beside), 60_000)).outcome);
  const report: Report = { ...(await first), beside: outcomes, peakBytes };
  clearInterval(timer);
  await supervisor.close();
  process.send?.(report);
});
