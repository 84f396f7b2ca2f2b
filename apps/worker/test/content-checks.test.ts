import type { Conditions, ContentCheckBody } from '@shotclock/contracts';
import {
  acceptLook,
  createContentCheck,
  createSchedule,
  getContentCheck,
  getScreenshot,
  getWallet,
  listContentChecks,
  runSchedule,
} from '@shotclock/core';
import { readDiff } from '@shotclock/core/test/read-stored';
import { type ObjectStore, objectKey, StorageError } from '@shotclock/storage';
import { metricValues } from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestWorker, type TestWorker } from './worker.fixture.ts';

const never = new AbortController().signal;
let worker: TestWorker;
let width = 400;
beforeAll(async () => {
  worker = await openTestWorker();
}, 120_000);
afterAll(() => worker.close());
// Each test uses a different width, and therefore a different target with a series of its own.
beforeEach(() => {
  width += 1;
  worker.site.publish(1);
});

const request = (body: Partial<ContentCheckBody>) =>
  createContentCheck(worker.core, { url: worker.site.url('/edition'), width, height: 300, ...body });

async function work(store?: ObjectStore): Promise<void> {
  await Promise.all((await worker.release()).map((job) => worker.processor({ store })(job, never)));
}

/** Creates a check of the current page and completes it. */
async function check(body: Partial<ContentCheckBody> = {}, store?: ObjectStore) {
  const { check: created, screenshotId } = await request(body);
  await work(store);
  return { ...(await getContentCheck(worker.core, { checkId: created.id })), screenshotId };
}

async function diffOf({ id }: { id: number }): Promise<Buffer> {
  const { stream } = await readDiff(worker.core, { checkId: id });
  return Buffer.concat(await stream.toArray());
}

const boxesOf = async ({ id }: { id: number }) =>
  getContentCheck(worker.core, { checkId: id, expand: new Set(['changes']) });

const balance = async () => (await getWallet(worker.core)).balance;
const visits = { ignoredSelectors: ['#visits'] };

describe('a content-change check', () => {
  test('detects a visual change and provides an image diff', async () => {
    const first = await check({ comparison: visits });
    expect(first).toMatchObject({ status: 'SUCCESS', changed: false, ratio: 0, baselineScreenshotId: null });
    expect(first.description).toContain('set the baseline');
    const same = await check({ comparison: visits });
    expect(same).toMatchObject({
      changed: false,
      ratio: 0,
      baselineScreenshotId: first.screenshotId,
      diffUrl: null,
    });
    worker.site.publish(2);
    const changed = await check({ comparison: visits });
    expect(changed).toMatchObject({
      changed: true,
      baselineScreenshotId: same.screenshotId,
      description: null,
    });
    expect(changed.ratio).toBeGreaterThan(10_000 / (width * 300));
    expect(changed.ratio).toBeLessThan(0.2);
    const diff = await diffOf(changed);
    expect([diff.readUInt32BE(16), diff.readUInt32BE(20)]).toEqual([width, 300]);
  });

  test('ignores differences that also occur between two successive captures', async () => {
    await check();
    const before = await balance();
    const stepsBefore = await metricValues(worker.registry);
    const visited = await check();
    const stepsAfter = await metricValues(worker.registry);
    const counts = ['browser', 'navigate', 'close', 'compare', 'confirm'].map((step) => {
      const series = `shotclock_capture_step_duration_seconds_count{step="${step}"}`;
      return stepsAfter.get(series)! - stepsBefore.get(series)!;
    });
    expect(counts).toEqual([1, 1, 1, 1, 1]);
    expect(visited).toMatchObject({ status: 'SUCCESS', changed: false, ratio: 0, diffUrl: null });
    expect(visited.description).toContain('also occur between two successive captures');
    const box = expect.objectContaining({ left: expect.any(Number) });
    expect(await boxesOf(visited)).toMatchObject({ changes: [], changedArea: null, unstable: [box] });
    // The second capture is not charged.
    expect(await balance()).toBe(before - 1);

    worker.site.publish(2);
    const changed = await check();
    expect(changed).toMatchObject({ changed: true, baselineScreenshotId: visited.screenshotId });
    const { changes, changedArea } = await boxesOf(changed);
    expect(changes).toContainEqual({ kind: 'changed', left: 200, top: 0, width: 100, height: 100 });
    const edges = changes!.map((one) => [one.left, one.top, one.left + one.width, one.top + one.height]);
    const [left, top] = [0, 1].map((edge) => Math.min(...edges.map((box) => box[edge]!)));
    const [right, bottom] = [2, 3].map((edge) => Math.max(...edges.map((box) => box[edge]!)));
    const area = { left, top, width: right! - left!, height: bottom! - top! };
    expect(changedArea).toEqual({ baseline: area, current: area });
    const unconfirmed = await check({ comparison: { confirm: false } });
    expect(unconfirmed.changed).toBe(true);
    expect(await boxesOf(unconfirmed)).toMatchObject({ unstable: null });
  });

  test('compares only pages that show content, unless errors should be compared as well', async () => {
    const first = await check({ comparison: visits });
    const before = await balance();
    for (const status of [404, 503]) {
      worker.site.publish(2, status);
      const failed = await check({ comparison: visits });
      expect(failed).toMatchObject({
        ...{ status: 'FAILED', changed: null },
        description: `The page answered with HTTP status ${status}, so it was not compared.`,
      });
      expect(await getScreenshot(worker.core, failed)).toMatchObject({ status: 'SUCCESS' });
    }
    expect(await balance()).toBe(before);
    worker.site.publish(1);
    const same = await check({ comparison: visits });
    expect(same).toMatchObject({ changed: false, baselineScreenshotId: first.screenshotId });
    worker.site.publish(2, 404);
    const compared = await check({ comparison: { ...visits, compare: 'always' } });
    expect(compared).toMatchObject({ changed: true, baselineScreenshotId: same.screenshotId });
  });

  test('fails if the page is rejected, and the baseline does not change', async () => {
    const first = await check({ comparison: visits });
    const before = await balance();
    worker.site.publish(2);
    const failed = await check({ comparison: visits, options: { failWhen: { text: 'edition 2' } } });
    const description = 'The page was rejected by options.failWhen: it contains the text "edition 2".';
    expect(failed).toMatchObject({ status: 'FAILED', changed: null, description });
    const screenshot = { ...failed, expand: new Set(['capture', 'failureImage'] as const) };
    expect(await getScreenshot(worker.core, screenshot)).toMatchObject({
      ...{ status: 'FAILED', description, failureImageUrl: expect.any(String) },
      capture: { failureCode: 'page_rejected', attempts: 1 },
    });
    expect(await balance()).toBe(before);
    worker.site.publish(1);
    const same = await check({ comparison: visits, options: { failWhen: { text: 'edition 2' } } });
    expect(same).toMatchObject({ changed: false, baselineScreenshotId: first.screenshotId });
  });

  test('ignores regions, and changes below the threshold', async () => {
    const comparison = { ignoredRegions: ['0,0,300,100', '0,200,100,40'] };
    await check({ comparison });
    worker.site.publish(2);
    expect(await check({ comparison })).toMatchObject({ changed: false, ratio: 0 });
    worker.site.publish(3);
    const { id } = await check({ comparison: { threshold: 0.9 } });
    const small = await boxesOf({ id });
    expect(small).toMatchObject({ changed: false, changedArea: null });
    expect(small.changes).not.toEqual([]);
    expect(small.ratio).toBeGreaterThan(0);
  });

  test('detects a change in the text, except in ignored elements', async () => {
    const comparison = { mode: 'text', ...visits } as const;
    const first = await check({ comparison });
    expect(await check({ comparison })).toMatchObject({
      changed: false,
      ratio: 0,
      baselineScreenshotId: first.screenshotId,
    });
    worker.site.publish(2);
    const changed = await check({ comparison });
    expect(changed.changed).toBe(true);
    const diff = (await diffOf(changed)).toString();
    expect(diff).toContain('-Edition 1');
    expect(diff).toContain('+Edition 2');
    expect(diff).not.toContain('Visit');
  });

  test('detects a change in the HTML, except in ignored elements', async () => {
    const comparison = { mode: 'html', ...visits } as const;
    await check({ comparison });
    expect(await check({ comparison })).toMatchObject({ changed: false, ratio: 0 });
    worker.site.publish(2);
    const changed = await check({ comparison });
    expect(changed.changed).toBe(true);
    expect((await diffOf(changed)).toString()).toMatch(/^\+.*hsl\(120,100%,50%\)/m);
  });

  test('compares with the screenshot that the request specifies', async () => {
    const first = await check({ comparison: visits });
    worker.site.publish(2);
    await check({ comparison: visits });
    const named = await check({ comparison: visits, baselineScreenshotId: first.screenshotId });
    expect(named).toMatchObject({ changed: true, baselineScreenshotId: first.screenshotId });
  });
});

test.each(['visual', 'text', 'html'] as const)(
  'known versions and accepted looks do not count as changes, in mode %s',
  async (mode) => {
    const body = (recent: number) => ({ comparison: { mode, recent, ...visits } });
    const look = async (edition: number, recent: number) => {
      worker.site.publish(edition);
      return check(body(recent));
    };
    await look(1, 0);
    const second = await look(2, 0);
    const known = await look(1, 1);
    expect(known).toMatchObject({ changed: false, ratio: 0, baselineScreenshotId: second.screenshotId });
    expect(known.description).toContain('known looks');
    expect(await boxesOf(known)).toMatchObject({ confirmation: 'KNOWN' });
    // The known look does not move the baseline.
    expect(await look(2, 1)).toMatchObject({ changed: false, baselineScreenshotId: second.screenshotId });
    const third = await look(3, 1);
    expect(third).toMatchObject({ changed: true });
    expect(await look(1, 1)).toMatchObject({ changed: true });
    expect(await look(3, 0)).toMatchObject({ changed: true });
    await acceptLook(worker.core, { checkId: second.id });
    expect(await look(2, 0)).toMatchObject({ changed: false });
    expect(await look(1, 0)).toMatchObject({ changed: true });
  },
);

describe('a check with a delayed confirmation', () => {
  /** Takes the first look at one edition, and the second look at another. */
  async function lookTwice(first: number, second: number, body: Partial<ContentCheckBody>) {
    worker.site.publish(first);
    const { check: created, screenshotId } = await request(body);
    await work();
    const waiting = await boxesOf(created);
    worker.site.publish(second);
    await worker.db.orm.execute(`update captures set release_at = now() - interval '1 second'`);
    if (waiting.status === 'PENDING') await work();
    return { waiting, settled: { ...(await boxesOf(created)), screenshotId } };
  }

  test.each([
    ['visual', expect.arrayContaining([expect.objectContaining({ width: expect.any(Number) })])],
    ['text', null],
    ['html', null],
  ] as const)('counts only what both looks show, in mode %s', async (mode, unstable) => {
    const body = { comparison: { mode, confirm: { after: 5 } } } as const;
    const before = await balance();
    const first = await lookTwice(1, 1, body);
    expect(first.settled).toMatchObject({ changed: false, confirmation: null, confirmAt: null });
    // The counter differs between the looks.
    const same = await lookTwice(1, 1, body);
    expect(same.waiting).toMatchObject({ status: 'PENDING', confirmation: 'WAITING' });
    const unconfirmed = { changed: false, ratio: 0, confirmation: 'UNSTABLE', unstable };
    expect(same.settled).toMatchObject({ ...unconfirmed, baselineScreenshotId: first.settled.screenshotId });
    const flapping = await lookTwice(2, 1, body);
    expect(flapping.settled).toMatchObject(unconfirmed);
    // The edition appears between the looks, so only the next check can confirm it.
    expect((await lookTwice(1, 2, body)).settled).toMatchObject(unconfirmed);
    const { settled } = await lookTwice(2, 2, body);
    expect(settled).toMatchObject({
      ...{ changed: true, confirmation: 'CONFIRMED', unstable },
      baselineScreenshotId: first.settled.screenshotId,
      description: mode === 'visual' ? 'Differences between the two captures are ignored.' : null,
    });
    const diff = (await diffOf(settled)).toString();
    if (mode === 'text') expect(diff).toContain('+Edition 2');
    if (mode !== 'visual') expect(diff).not.toContain('+Visit');
    expect(await balance()).toBe(before - 5);
  });

  test('remembers areas that differed between earlier looks, but only as long as they keep differing', async () => {
    const results: (boolean | null)[] = [];
    const look = async (first: number, second: number, recent = 2) => {
      const { settled } = await lookTwice(first, second, {
        comparison: { recent, confirm: { after: 5 } },
      });
      results.push(settled.changed);
    };
    await look(1, 1);
    // The edition differs between these looks.
    await look(2, 3);
    // Without memory, a new edition that both looks show is a change.
    await look(4, 4, 0);
    await look(1, 2);
    // The third of these checks remembers only the two before it, which did not differ there.
    for (let n = 0; n < 3; n += 1) await look(5, 5);
    expect(results).toEqual([false, false, true, false, false, false, true]);
  });

  test('is not refused by a first look that was lost from the store', async () => {
    const body = { comparison: { confirm: { after: 5 } } };
    await check(body);
    worker.site.publish(2);
    const { check: created } = await request(body);
    await work();
    const [row] = await worker.db.orm.execute<{ subject: string }>(
      `select subject from content_checks where id = ${created.id}`,
    );
    await worker.objects.delete([objectKey(row!.subject)]);
    await worker.db.orm.execute(`update captures set release_at = now() - interval '1 second'`);
    await work();
    expect(await boxesOf(created)).toMatchObject({ changed: true, confirmation: 'CONFIRMED' });
  });

  test('fails if the second look does not show content', async () => {
    const body = { comparison: { confirm: { after: 5 } } };
    await check(body);
    const { check: created } = await request(body);
    await work();
    worker.site.publish(1, 503);
    await worker.db.orm.execute(`update captures set release_at = now() - interval '1 second'`);
    await work();
    expect(await boxesOf(created)).toMatchObject({ status: 'FAILED', changed: null, confirmation: null });
  });
});

describe('a check with conditions', () => {
  const priced = (conditions: Conditions) => ({ comparison: { ...visits, conditions } });
  /** Publishes editions and returns the results of their checks. */
  async function results(editions: number[], body: Partial<ContentCheckBody>) {
    const found: Awaited<ReturnType<typeof boxesOf>>[] = [];
    for (const edition of editions) {
      worker.site.publish(edition);
      found.push(await boxesOf(await check(body)));
    }
    return found;
  }
  const changedOf = (found: { changed: boolean | null }[]) => found.map(({ changed }) => changed);

  test.each(['visual', 'text', 'html'] as const)(
    'changes when a number passes a bound, in mode %s',
    async (mode) => {
      const body = { comparison: { ...visits, mode, conditions: { numberSelector: 'h1', below: 100 } } };
      const found = await results([120, 110, 90, 80, 110, 99], body);
      expect(changedOf(found)).toEqual([false, false, true, false, false, true]);
      expect(found[1]).toMatchObject({ ratio: expect.any(Number), description: null });
      expect(found[1]!.ratio).toBeGreaterThan(0);
      expect(found[2]).toMatchObject({
        description: 'The number is below 100: 90, after 110.',
        conditions: { held: ['below'], before: { number: 110 }, now: { number: 90 } },
        baselineScreenshotId: found[1]!.screenshotId,
      });
    },
  );

  test('reports both directions, and the first number of a page that had none', async () => {
    const conditions = { numberSelector: 'h1', above: 100, below: 100 };
    expect(changedOf(await results([100, 101, 102, 99, 100, 101], priced(conditions)))).toEqual([
      ...[false, true, false, true, false, true],
    ]);
    const [first, second] = await results([7, 8], priced({ numberSelector: '#price', above: 1 }));
    const description = 'No element matches the selector of the number.';
    expect(second).toMatchObject({ changed: false, description, conditions: { now: { number: null } } });
    // A new selector only records what it sees.
    expect(first!.conditions).toMatchObject({ held: [], before: null });
    expect(changedOf(await results([7], priced({ numberSelector: 'h1', above: 1 })))).toEqual([false]);
  });

  test('changes when a text appears or disappears', async () => {
    const conditions = { appears: 'edition  2', disappears: 'Edition 1' };
    const found = await results([1, 2, 3, 2, 1, 3], priced(conditions));
    expect(changedOf(found)).toEqual([false, true, false, true, false, true]);
    expect(found[1]).toMatchObject({
      conditions: { held: ['appears', 'disappears'] },
      description: 'The text "edition  2" appeared. The text "Edition 1" disappeared.',
    });
    // The picture is the same, but the text is below it.
    const body = { ...priced({ appears: 'Visit' }), height: 50 };
    expect(changedOf(await results([1], body))).toEqual([false]);
    const seen = await check({ ...body, comparison: { conditions: { appears: 'Visit' } } });
    expect(await boxesOf(seen)).toMatchObject({ changed: true, ratio: 0, conditions: { held: ['appears'] } });
  });

  test('keeps the baseline until a second look confirms the condition', async () => {
    const conditions = { numberSelector: 'h1', below: 100 };
    const body = { comparison: { ...visits, conditions, confirm: { after: 5 } } };
    const [first] = await results([110], body);
    const lookTwice = async (edition: number, then: number) => {
      worker.site.publish(edition);
      const { check: created } = await request(body);
      await work();
      const waiting = await boxesOf(created);
      worker.site.publish(then);
      await worker.db.orm.execute(`update captures set release_at = now() - interval '1 second'`);
      if (waiting.status === 'PENDING') await work();
      return boxesOf(created);
    };
    expect(await lookTwice(105, 90)).toMatchObject({ changed: false, confirmation: null });
    expect(await lookTwice(90, 110)).toMatchObject({
      ...{ changed: false, confirmation: 'UNSTABLE' },
      description: 'A second capture did not confirm the change.',
    });
    expect(await lookTwice(90, 90)).toMatchObject({ changed: true, confirmation: 'CONFIRMED' });
    expect(first!.changed).toBe(false);
  });
});

test('a check compares only its regions', async () => {
  const compare = (regions: string[]) => check({ comparison: { regions, confirm: false } });
  await compare(['0,200,100,40']);
  worker.site.publish(2);
  expect(await compare(['0,120,400,50', '310,0,50,50'])).toMatchObject({ changed: false, ratio: 0 });
  worker.site.publish(1);
  const changed = await compare(['200,0,100,100', '300,0,100,100']);
  expect(changed).toMatchObject({ changed: true, ratio: 0.5 });
  expect(await boxesOf(changed)).toMatchObject({
    changedArea: { current: { left: 200, top: 0, width: 100, height: 100 } },
  });
});

describe('a worker that processes content-change checks', () => {
  test('does not load or decode objects with equal hashes', async () => {
    const url = worker.site.url('/blocks');
    const first = await check({ url });
    const unreadable: ObjectStore = {
      ...worker.objects,
      get: async () => Promise.reject(new Error('not to be read')),
    };
    expect(await check({ url }, unreadable)).toMatchObject({
      changed: false,
      ratio: 0,
      baselineScreenshotId: first.screenshotId,
    });
  });

  test('creates only one first check for a series when several run concurrently', async () => {
    const url = worker.site.url('/blocks');
    const checks = await Promise.all(Array.from({ length: 3 }, () => request({ url })));
    await work();
    const ended = await Promise.all(
      checks.map(({ check: { id } }) => getContentCheck(worker.core, { checkId: id })),
    );
    expect(ended.map((one) => one.status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(new Set(ended.map((one) => one.baselineScreenshotId)).size).toBe(3);
    expect(ended.filter((one) => one.baselineScreenshotId === null)).toHaveLength(1);
  });

  test('refunds a check if its page cannot be captured', async () => {
    const before = await balance();
    const failed = await check({ url: 'http://10.0.0.1/' });
    expect(failed).toMatchObject({ status: 'FAILED', changed: null, baselineScreenshotId: null });
    expect(failed.description).toContain('10.0.0.1');
    expect(await balance()).toBe(before);
  });

  test('keeps the capture and refunds the check if its baseline is damaged or lost; the next check sets a new baseline', async () => {
    let baseline: Awaited<ReturnType<typeof check>> = await check();
    const before = await balance();
    const damage = (key: string) => worker.objects.put(key, Buffer.from('other'), 'image/png');
    const lose = (key: string) => worker.objects.delete([key]);
    for (const harm of [damage, lose]) {
      const [row] = await worker.db.orm.execute<{ subject: string }>(
        `select subject from content_checks where id = ${baseline.id}`,
      );
      await harm(objectKey(row!.subject));
      const failed = await check();
      expect(failed).toMatchObject({
        status: 'FAILED',
        description: 'The baseline can no longer be read. The next check sets a new one.',
      });
      expect(await getScreenshot(worker.core, failed)).toMatchObject({ status: 'SUCCESS' });
      const restarted = await check();
      expect(restarted).toMatchObject({
        ...{ status: 'SUCCESS', changed: false, baselineScreenshotId: null },
        description: expect.stringContaining('The stored baseline was lost'),
      });
      baseline = await check();
      expect(baseline).toMatchObject({ baselineScreenshotId: restarted.screenshotId });
    }
    // The two failed checks are refunded, but the other four are not.
    expect(await balance()).toBe(before - 4);
  });

  test('retries when the baseline cannot be loaded', async () => {
    await check();
    const unavailable: ObjectStore = {
      ...worker.objects,
      get: async () => Promise.reject(new StorageError('unavailable', 'the store is unavailable')),
    };
    const waiting = await check({}, unavailable);
    expect(waiting.status).toBe('PENDING');
    expect(await getScreenshot(worker.core, waiting)).toMatchObject({ status: 'PENDING' });
    await work();
    expect(await getContentCheck(worker.core, { checkId: waiting.id })).toMatchObject({ status: 'SUCCESS' });
  });

  test('compares the text of scheduled captures without storing text that was not requested', async () => {
    const schedule = await createSchedule(worker.core, {
      name: 'Watch',
      schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
      items: [{ url: worker.site.url('/edition') }],
      policy: { detectChanges: true, comparison: { mode: 'text', ...visits } },
    });
    for (const edition of [1, 1, 2]) {
      worker.site.publish(edition);
      await runSchedule(worker.core, { scheduleId: schedule.id });
      await work();
    }
    const { content } = await listContentChecks(worker.core, {
      page: 0,
      size: 20,
      sort: { field: 'id', direction: 'asc' },
      scheduleId: schedule.id,
    });
    expect(content.map((one) => one.changed)).toEqual([false, false, true]);
    const screenshot = await getScreenshot(worker.core, { screenshotId: content[2]!.screenshotId! });
    expect(screenshot).toMatchObject({ status: 'SUCCESS', extractedTextUrl: null });
    const [row] = await worker.db.orm.execute(`select text from screenshots where id = ${screenshot.id}`);
    expect(row).toEqual({ text: null });
  });
});
