import { parseEgressAllow } from '@shotclock/egress';
import { testSandbox } from '@shotclock/testing';
import { createBrowserSupervisor, findBrowser } from '../src/index.ts';
import { captureRequest } from './capture-bench.fixture.ts';

// A program that captures one page for ever, tells its parent the browser's process id, and is then killed.
const [hostPort = '', url = ''] = process.argv.slice(2);
const tell = (details: object) => {
  if ('pid' in details) process.send?.(details.pid);
};
const supervisor = createBrowserSupervisor({
  executablePath: await findBrowser({}),
  sandbox: testSandbox(),
  processes: 1,
  allow: parseEgressAllow(hostPort),
  logger: { debug: tell, info: tell, warn: tell, error: tell },
});
await supervisor.start();
const { signal } = new AbortController();
await supervisor.capture(captureRequest(url, { delayMs: 60_000 }), { signal, deadlineMs: 120_000 });
