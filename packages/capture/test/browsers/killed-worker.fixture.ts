import { parseEgressAllow } from '@shotclock/egress';
import { canDropRoot } from '@shotclock/runtime';
import { testBrowser, testSandbox } from '@shotclock/testing';
import { createBrowserSupervisor, findBrowser } from '../../src/index.ts';
import { captureRequest } from '../capture-bench.fixture.ts';

// Captures a page with a long delay and sends the browser's process ID to its parent, which then kills this process.
const [hostPort = '', url = '', isolation = ''] = process.argv.slice(2);
const sendPid = (details: object) => {
  if ('browserPid' in details) process.send?.(details.browserPid);
};
const supervisor = createBrowserSupervisor({
  executablePath: await findBrowser(testBrowser()),
  // Root starts a browser that is not isolated with the sandbox in a different way.
  sandbox: testSandbox() || (isolation === 'off' && (await canDropRoot())),
  isolation: isolation as 'auto' | 'off',
  processes: 1,
  allow: parseEgressAllow(hostPort),
  logger: { debug: sendPid, info: sendPid, warn: sendPid, error: sendPid },
});
await supervisor.start();
const { signal } = new AbortController();
await supervisor.capture(captureRequest(url, { delayMs: 60_000 }), { signal, deadlineMs: 120_000 });
