import { parseEgressAllow } from '@shotclock/egress';
import { testSandbox } from '@shotclock/testing';
import { createBrowserSupervisor, findBrowser } from '../src/index.ts';
import { captureRequest } from './capture-bench.fixture.ts';

// Captures a page with a long delay and sends the browser's process ID to its parent, which kills it.
const [hostPort = '', url = ''] = process.argv.slice(2);
const tell = (details: object) => {
  if ('pid' in details) process.send?.(details.pid);
};
const supervisor = createBrowserSupervisor({
  executablePath: await findBrowser({}),
  sandbox: testSandbox(),
  isolation: 'auto',
  processes: 1,
  allow: parseEgressAllow(hostPort),
  logger: { debug: tell, info: tell, warn: tell, error: tell },
});
await supervisor.start();
const { signal } = new AbortController();
await supervisor.capture(captureRequest(url, { delayMs: 60_000 }), { signal, deadlineMs: 120_000 });
