import { limits, type Overview } from '@shotclock/contracts';
import { listFailingPages, listNewestChanges, listUncheckedSchedules } from '@shotclock/db';
import { contentCheckResource } from '../content-checks/content-check-resource.ts';
import type { CoreContext } from '../context.ts';
import { getScreenshotHistory } from '../history/get-screenshot-history.ts';
import { historyEdges } from '../history/history-edges.ts';
import { failureImageUrl, screenshotResource } from '../screenshots/screenshot-resource.ts';

const hourMs = 3_600_000;
const { hours, days, pages, changes, unchecked } = limits.overview;

/** What happened in an account: its captures by hour, what fails, and what changed. */
export async function getOverview(ctx: CoreContext): Promise<Overview> {
  const now = Date.now();
  const periods = { by: 'hour', timezone: 'UTC' } as const;
  const bounds = { from: new Date(now - (hours - 1) * hourMs), to: new Date(now) };
  const edges = historyEdges({ ...periods, ...bounds }, hours)!;
  const since = new Date(now - days * 24 * hourMs);
  const [captures, failing, uncheckedSchedules, changed] = await Promise.all([
    getScreenshotHistory(ctx, { ...periods, edges }),
    listFailingPages(ctx.db.orm, ctx, { since, limit: pages }),
    listUncheckedSchedules(ctx.db.orm, ctx, unchecked),
    listNewestChanges(ctx.db.orm, ctx, changes),
  ]);
  return {
    captures,
    failingPages: failing.map(({ screenshot, ...schedule }) => ({
      ...schedule,
      screenshot: {
        ...screenshotResource(screenshot, ctx.links),
        failureImageUrl: failureImageUrl(ctx.links, screenshot),
      },
    })),
    uncheckedSchedules: uncheckedSchedules.map(({ startedAt, ...run }) => ({
      ...run,
      startedAt: startedAt.toISOString(),
    })),
    changes: changed.map((row) => contentCheckResource(row, ctx.links)),
  };
}
