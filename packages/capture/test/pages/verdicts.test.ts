import { parseEgressAllow } from '@shotclock/egress';
import { quietLogger } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaptureLogger } from '../../src/index.ts';
import { type CaptureBench, openCaptureBench } from '../capture-bench.fixture.ts';
import { startVerdictSite, verdictPages } from './verdict-pages.fixture.ts';

let site: Awaited<ReturnType<typeof startVerdictSite>>;
let bench: CaptureBench;
const logged: string[] = [];
const logger: CaptureLogger = { ...quietLogger, warn: (_, message) => logged.push(message) };
beforeAll(async () => {
  site = await startVerdictSite();
  bench = await openCaptureBench({ allow: parseEgressAllow(site.hostPort), logger });
});
afterAll(async () => {
  await bench.close();
  await site.close();
});
const pageOf = async (path: string) => (await bench.capture(site.url(path))).page;

test('each kind of page gets its verdict, and similar pages get a different one', async () => {
  const verdicts: Record<string, unknown> = {};
  for (const { name } of verdictPages) verdicts[name] = (await pageOf(`/${name}`)).verdict;
  const expected = verdictPages.map(({ name, verdict }) => [name, expect.objectContaining(verdict)]);
  expect(verdicts).toEqual(Object.fromEntries(expected));
  expect(logged).toEqual([]);
}, 120_000);

test('waits for a challenge that lets the browser through', async () => {
  const { notes, page } = await bench.capture(site.url('/passes'));
  expect(page).toMatchObject({
    title: 'The page',
    httpStatus: 200,
    redirects: [{ url: site.url('/passes'), httpStatus: 403 }],
    verdict: { kind: 'content' },
  });
  expect(notes).toEqual([]);
});

test('captures a challenge that has not cleared after part of the remaining time', async () => {
  const { page } = await bench.capture(site.url('/aws-captcha'), {}, 4_000);
  expect(page.verdict).toMatchObject({ kind: 'challenge', vendor: 'aws_waf' });
});

test('returns the first capture of a blank page that stops responding before the second one', async () => {
  const { page } = await bench.capture(site.url('/blocked'), {}, 16_000);
  expect(page.verdict).toMatchObject({ kind: 'blank' });
}, 30_000);

test('the record contains the facts about the page', async () => {
  const page = await pageOf('/account');
  expect(page).toMatchObject({
    url: site.url('/login?next=%2Faccount'),
    redirects: [{ url: site.url('/account'), httpStatus: 302 }],
    httpStatus: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    title: 'Log in',
    lang: 'en',
    requests: {
      byType: { document: { count: 2, bytes: expect.any(Number) } },
      firstParty: { count: 2, bytes: expect.any(Number) },
      thirdParty: { count: 0, bytes: 0 },
      failed: 0,
      blocked: 0,
    },
    refusedConnections: 0,
    stepMs: {
      open: expect.any(Number),
      navigate: expect.any(Number),
      rest: expect.any(Number),
      judge: expect.any(Number),
    },
    browser: { name: expect.stringMatching(/Chrome$/), version: expect.stringMatching(/^\d+\./) },
  });
  expect(page.receivedBytes).toBeGreaterThan(0);
  expect(page.requests.firstParty.bytes).toBeGreaterThan(0);
});
