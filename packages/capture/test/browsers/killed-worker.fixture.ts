import { parseEgressAllow } from '@shotclock/egress';
import { type CaptureRequest, createBrowserSupervisor, type SupervisorOptions } from '../../src/index.ts';

export type KilledWorker = Pick<SupervisorOptions, 'executablePath' | 'sandbox' | 'isolation'> & {
  hostPort: string;
  request: CaptureRequest;
};

// Captures a page with a long delay and sends the browser's process ID to its parent, which then kills this process. The
// argument is a `KilledWorker` as JSON, because importing the test package would double the time to load the modules.
const { hostPort, request, ...options }: KilledWorker = JSON.parse(process.argv[2] ?? '{}');
const sendPid = (details: object) => {
  if ('browserPid' in details) process.send?.(details.browserPid);
};
const supervisor = createBrowserSupervisor({
  ...options,
  processes: 1,
  allow: parseEgressAllow(hostPort),
  logger: { debug: sendPid, info: sendPid, warn: sendPid, error: sendPid },
});
await supervisor.start();
const { signal } = new AbortController();
await supervisor.capture(request, { signal, deadlineMs: 120_000 });
