import type { Database } from '@shotclock/db';
import { type CoreContext, listScreenshotActivity } from '../src/index.ts';
import { type FeedInput, type Filter, filters, plainStatements, size } from './requests.ts';
import { elapsed, median } from './timing.ts';

type Measured = { filter: string; page: string; small: number[]; large: number[]; plain: number[] };
type Case = Measured & { inputs: { small: FeedInput; large: FeedInput } };

/** The pages to measure, as relative positions between the first and the last page. */
const pages = { first: 0, middle: 0.5, last: 1 };

export type FeedRow = { filter: string; page: string; small: number; large: number; plain: number };

/**
 * Measures every request, alternating between the two databases, and also measures the plain statements on the large
 * database. Returns medians in milliseconds.
 * @throws Error if the feed and the plain statements return different results
 */
export async function measureFeed(
  small: CoreContext,
  large: CoreContext,
  options: { repetitions: number; plainRepetitions: number; log: (line: string) => void },
): Promise<FeedRow[]> {
  const cases: Case[] = [];
  for (const [filter, selection] of Object.entries(filters))
    for (const [page, part] of Object.entries(pages))
      cases.push({
        filter,
        page,
        small: [],
        large: [],
        plain: [],
        inputs: { small: await pageAt(small, selection, part), large: await pageAt(large, selection, part) },
      });
  for (const { inputs } of cases) await assertSameResults(large, inputs.large);
  options.log('the feed and the plain statements return the same results');
  for (let n = 0; n < options.repetitions; n += 1) {
    for (const one of cases) {
      one.small.push(await elapsed(() => listScreenshotActivity(small, one.inputs.small)));
      one.large.push(await elapsed(() => listScreenshotActivity(large, one.inputs.large)));
    }
    if (n < options.plainRepetitions)
      for (const one of cases)
        one.plain.push(await elapsed(() => runPlainStatements(large.db, one.inputs.large)));
    options.log(`repetition ${n + 1} of ${options.repetitions}`);
  }
  return cases.map(({ filter, page, ...times }) => ({
    filter,
    page,
    small: median(times.small),
    large: median(times.large),
    plain: median(times.plain),
  }));
}

async function pageAt(ctx: CoreContext, selection: Filter, part: number): Promise<FeedInput> {
  const { totalPages } = await listScreenshotActivity(ctx, { ...selection, page: 0, size });
  return { ...selection, page: Math.floor(Math.max(0, totalPages - 1) * part), size };
}

async function runPlainStatements(db: Database, input: FeedInput): Promise<{ total: number; ids: string[] }> {
  const statements = plainStatements(input);
  const [counted] = await db.orm.execute<{ total: string }>(statements.total);
  const rows = await db.orm.execute<{ id: string }>(statements.page);
  return { total: Number(counted!.total), ids: rows.map((row) => String(row.id)) };
}

async function assertSameResults(ctx: CoreContext, input: FeedInput): Promise<void> {
  const feed = await listScreenshotActivity(ctx, input);
  const plain = await runPlainStatements(ctx.db, input);
  const ids = feed.content.map((record) => record.screenshotId);
  if (feed.totalElements !== plain.total || ids.join() !== plain.ids.join())
    throw new Error(
      `The feed and the plain statements return different results for ${JSON.stringify(input)}.`,
    );
}
