import type { ScreenshotSource } from '@shotclock/contracts';
import { deleteScreenshots } from '@shotclock/db';
import { repetitions } from '@shotclock/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CoreContext,
  claimScreenshot,
  createScreenshot,
  deleteScreenshot,
  foldFeedCounts,
  getScreenshot,
  listContentChangeActivity,
  listScreenshotActivity,
} from '../../src/index.ts';
import { settleAs } from '../worker-steps.fixture.ts';
import { item, newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';
import {
  type EntryRecord,
  type FinishedRecord,
  insertEntries,
  insertFinished,
  wrongCounts,
} from './feed-records.fixture.ts';

const workspace = openWorkspaceForFile();

const hourMs = 3_600_000;
const slotMs = 600_000;
const dayMs = 24 * hourMs;
const base = Date.UTC(2026, 1, 27);

/** Times on several days, at the boundaries of days and hours, and in adjacent milliseconds. */
const time = fc
  .tuple(
    fc.constantFrom(-400, -1, 0, 1, 2, 30),
    fc.constantFrom(0, 1, 9, 10, 22, 23),
    fc.oneof(
      fc.constantFrom(0, 1, slotMs - 1, slotMs, slotMs * 1.5, hourMs - slotMs, hourMs - 1),
      fc.integer({ min: 0, max: hourMs - 1 }),
    ),
  )
  .map(([day, hour, ms]) => base + day * dayMs + hour * hourMs + ms);
const source = fc.constantFrom<ScreenshotSource>('MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT');

/**
 * A burst of records that starts at `at`, with `step` milliseconds between records (0: ties), or ties on both sides of a
 * ten-minute boundary.
 */
const burst = <T>(kind: fc.Arbitrary<T>) =>
  fc
    .record({
      at: time,
      step: fc.constantFrom('edge' as const, 0, 0, 1, 7, 10_000, 60_000, 700_000),
      kinds: fc.array(kind, { minLength: 1, maxLength: 60 }),
    })
    .map(({ at, step, kinds }) =>
      kinds.map((kind, n) => ({
        kind,
        at: step === 'edge' ? Math.round(at / slotMs) * slotMs + (n % 3) - 1 : at + n * step,
      })),
    );

const bound = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: time },
  { weight: 3, arbitrary: fc.record({ of: fc.nat(), by: fc.constantFrom(-1, 0, 1) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Date.parse('0001-01-01T00:00:00.000Z'),
      Date.parse('0001-01-01T00:00:00.001Z'),
      Date.parse('9999-12-31T23:59:59.998Z'),
      Date.parse('9999-12-31T23:59:59.999Z'),
    ),
  },
);
const feedRequest = fc.record({
  from: bound,
  to: bound,
  source: fc.option(source),
  size: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 200 })),
  /** The requested page: 0 is the first one, and 1 is the page after the last. */
  position: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1.1, noNaN: true })),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});
type Request = typeof feedRequest extends fc.Arbitrary<infer T> ? T : never;
type Bound = Request['from'];

/** A record. `id` orders records with equal times. */
type TimedRecord = { id: number; at: number };

function periodOf({ from, to }: { from: Bound; to: Bound }, records: TimedRecord[]) {
  const at = (one: Bound) => {
    if (one === null || typeof one === 'number') return one;
    const record = records[one.of % Math.max(1, records.length)];
    return record ? record.at + one.by : null;
  };
  const [first, last] = [at(from), at(to)];
  return first !== null && last !== null && first > last
    ? { from: last, to: first }
    : { from: first, to: last };
}

/** The expected page, computed by filtering and sorting all records. */
function expectedPage<T extends TimedRecord>(records: T[], request: Request) {
  const { from, to } = periodOf(request, records);
  const sign = request.direction === 'asc' ? 1 : -1;
  const selected = records
    .filter(({ at }) => (from === null || at >= from) && (to === null || at <= to))
    .sort((a, b) => sign * (a.at - b.at || a.id - b.id));
  const page = Math.floor(Math.ceil(selected.length / request.size) * request.position);
  const input = {
    page,
    size: request.size,
    sort: { field: 'createdAt', direction: request.direction } as const,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
  };
  return {
    input,
    total: selected.length,
    content: selected.slice(page * request.size, (page + 1) * request.size),
  };
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ insert: burst(source) }) },
  { weight: 2, arbitrary: fc.record({ settle: fc.constantFrom('SUCCESS' as const, 'FAILED' as const) }) },
  { weight: 2, arbitrary: fc.record({ delete: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ fold: fc.constantFrom(1, 7, 1_000) }) },
);

async function settle(ctx: CoreContext, end: 'SUCCESS' | 'FAILED'): Promise<FinishedRecord> {
  const { id } = await createScreenshot(ctx, { request: item() });
  const claim = (await claimScreenshot(workspace.work, { screenshotId: id, attempt: 1 }))!;
  await settleAs(workspace, claim, end === 'FAILED' ? 'fails' : 'succeeds');
  const { completedAt } = await getScreenshot(ctx, { screenshotId: id });
  return { id, source: 'MANUAL_SCREENSHOT', at: Date.parse(completedAt!) };
}

async function remove(ctx: CoreContext, ids: number[]): Promise<void> {
  if (ids.length === 1) await deleteScreenshot(ctx, { screenshotId: ids[0]! });
  else
    await ctx.db.transaction((tx) => deleteScreenshots(tx, { accountId: ctx.accountId, screenshotIds: ids }));
}

describe('the feeds', () => {
  test('list the same captures as a brute-force search after any sequence of inserts, settlements, deletions and folds', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(feedRequest, { minLength: 10, maxLength: 10 }),
        async (changes, requests) => {
          const ctx = await newAccount(workspace);
          let records: FinishedRecord[] = [];
          for (const change of changes) {
            if ('insert' in change) {
              const inserted = change.insert.map(({ kind, at }) => ({ source: kind, at }));
              records.push(...(await insertFinished(ctx.db, ctx.accountId, inserted)));
            } else if ('fold' in change) await foldFeedCounts(ctx, { batch: change.fold });
            else if ('settle' in change) records.push(await settle(ctx, change.settle));
            else if (records.length > 0) {
              const ids = [...new Set(change.delete.map((n) => records[n % records.length]!.id))];
              await remove(ctx, ids);
              records = records.filter(({ id }) => !ids.includes(id));
            }
          }
          expect(await wrongCounts(ctx.db, 'activity')).toEqual([]);
          expect(await wrongCounts(ctx.db, 'screenshots')).toEqual([]);
          for (const one of requests) {
            const ofSource = records.filter((record) => !one.source || record.source === one.source);
            const expected = expectedPage(ofSource, one);
            const page = await listScreenshotActivity(ctx, { ...expected.input, source: one.source });
            expect(page.totalElements).toBe(expected.total);
            expect(page.content.map((record) => Number(record.screenshotId))).toEqual(
              expected.content.map(({ id }) => id),
            );
          }
        },
      ),
      { numRuns: repetitions({ usual: 10, thorough: 120 }) },
    );
  }, 180_000);

  test('list the same check entries as a brute-force search', async () => {
    const kinds = fc.constantFrom('CONTENT_CHANGE' as const, 'CONTENT_CHANGE' as const, 'TOP_UP' as const);
    const bursts = fc.array(burst(kinds), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        bursts,
        fc.boolean(),
        fc.array(feedRequest, { minLength: 8, maxLength: 8 }),
        async (added, foldFirst, requests) => {
          const ctx = await newAccount(workspace);
          const entries: (EntryRecord & TimedRecord)[] = [];
          for (const [index, one] of added.entries()) {
            const burstEntries = one.map(({ kind, at }, n) => {
              const id = entries.length + n;
              return { id, referenceId: String(id), referenceType: kind, at };
            });
            await insertEntries(ctx.db, ctx.accountId, burstEntries);
            entries.push(...burstEntries);
            if (foldFirst && index === 0) await foldFeedCounts(ctx);
          }
          expect(await wrongCounts(ctx.db, 'wallet')).toEqual([]);
          const ofChecks = entries.filter(({ referenceType }) => referenceType === 'CONTENT_CHANGE');
          for (const one of requests) {
            const expected = expectedPage(ofChecks, one);
            const page = await listContentChangeActivity(ctx, expected.input);
            expect(page.totalElements).toBe(expected.total);
            expect(page.content.map(({ referenceId }) => referenceId)).toEqual(
              expected.content.map(({ referenceId }) => referenceId),
            );
          }
        },
      ),
      { numRuns: repetitions({ usual: 10, thorough: 120 }) },
    );
  }, 180_000);
});
