import type { ContentCheckBody } from '@shotclock/contracts';
import { createContentCheck, getContentCheck, getScreenshot } from '@shotclock/core';
import { parseEgressAllow } from '@shotclock/egress';
import { metricValues, startConsentSite } from '@shotclock/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestWorker, type TestWorker } from './worker.fixture.ts';

let site: Awaited<ReturnType<typeof startConsentSite>>;
let worker: TestWorker;
beforeAll(async () => {
  site = await startConsentSite();
  worker = await openTestWorker({ allow: parseEgressAllow(site.hostPort) });
}, 120_000);
afterAll(async () => {
  await worker.close();
  await site.close();
});

const secondCaptures = async () =>
  (await metricValues(worker.registry)).get(
    'shotclock_capture_step_duration_seconds_count{step="confirm"}',
  ) ?? 0;

/** Creates and completes a check that rejects the cookie banner. */
async function check(path: string, body: Partial<ContentCheckBody> = {}) {
  const before = await secondCaptures();
  const request = {
    url: site.url(path),
    width: 800,
    height: 600,
    options: { cookieBanners: 'reject' },
  } as const;
  const { check: created, screenshotId } = await createContentCheck(worker.core, { ...request, ...body });
  const [job] = await worker.release();
  await worker.processor({ deadlineMs: 120_000 })(job!, new AbortController().signal);
  const { page } = await getScreenshot(worker.core, { screenshotId, expand: new Set(['page'] as const) });
  const { status, changed, description } = await getContentCheck(worker.core, { checkId: created.id });
  const again = (await secondCaptures()) - before;
  return { status, changed, description, outcome: page?.consent?.outcome, again, screenshotId };
}

const rejected = { status: 'SUCCESS', changed: false, outcome: 'rejected', again: 0 };

test('a page whose cookie banner was handled differently than in the baseline is captured once more', async () => {
  const path = '/onetrust?missed=3,5,6';
  expect(await check(path)).toMatchObject(rejected);
  expect(await check(path)).toMatchObject(rejected);
  // The first capture shows the banner, the second one does not.
  expect(await check(path)).toMatchObject({ ...rejected, again: 1 });
  // Both captures show it, and the second one counts.
  expect(await check(path)).toMatchObject({ status: 'SUCCESS', changed: true, outcome: 'none', again: 1 });
}, 120_000);

test("a page is captured only once if the baseline's record has no outcome", async () => {
  const kept = await check('/onetrust', { options: { cookieBanners: 'keep' } });
  expect(kept).toMatchObject({ changed: false, outcome: undefined, again: 0 });
  const named = await check('/onetrust', { baselineScreenshotId: kept.screenshotId });
  expect(named).toMatchObject({ status: 'SUCCESS', changed: true, outcome: 'rejected', again: 0 });
}, 120_000);
