import { openEgressSession, parseEgressAllow } from '@shotclock/egress';
import { eventually, startFixtureSite, testSandbox } from '@shotclock/testing';
import { expect, test } from 'vitest';
import { BrowserSlot } from '../../src/browser/browser-slot.ts';
import { watchDocument } from '../../src/page/document-watch.ts';
import { openPage, proxyOnly } from '../../src/page/open-page.ts';
import { browserPath, captureRequest, slotWithoutSupervisor } from '../capture-bench.fixture.ts';

test('a page does not wait for worker scripts, because the browser does not report when they have loaded', async () => {
  const site = await startFixtureSite();
  const session = await openEgressSession({
    allow: parseEgressAllow(site.hostPort),
    onRefused: () => undefined,
  });
  const slot = new BrowserSlot({
    ...{ executablePath: await browserPath(), sandbox: testSandbox() },
    isolation: async () => null,
    ...slotWithoutSupervisor,
  });
  const request = captureRequest(site.url(`/requesting?frame=${site.origin}`));
  const open = await openPage(await slot.browser(), proxyOnly(session.proxyUrl), {
    ...request,
    blocker: null,
  });
  using watch = watchDocument(open.client, open.frameId);
  await open.load();
  await watch.waitForState('page_loaded', 20_000);
  const sent = () => site.requests.some(({ path }) => path.endsWith('place=frame&kind=data-of-nested'));
  const done = async () => sent() && open.requests.data() === 0;
  await eventually(done, { timeoutMs: 20_000, what: 'the requests of the page to end' });
  expect(open.requests.requested('127.0.0.1')).toBe(true);
  await open.close();
  await slot.close();
  await session.close();
  await site.close();
}, 60_000);
