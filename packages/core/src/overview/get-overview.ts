import { limits, type Overview } from '@shotclock/contracts';
import {
  countDestinations,
  countUnexpected,
  findVerdicts,
  listFailingPages,
  listNewestChanges,
  listUncheckedSchedules,
  listUnexpectedPages,
} from '@shotclock/db';
import { contentCheckResource } from '../content-checks/content-check-resource.ts';
import type { CoreContext } from '../context.ts';
import { getScreenshotHistory } from '../history/get-screenshot-history.ts';
import { historyEdges } from '../history/history-edges.ts';
import { failureImageUrl, screenshotResource } from '../screenshots/screenshot-resource.ts';

const hourMs = 3_600_000;
const { hours, days, pages, changes, unchecked } = limits.overview;

/** Summarizes an account: its captures by hour, its failing pages and its changes. */
export async function getOverview(ctx: CoreContext): Promise<Overview> {
  const now = Date.now();
  const periods = { by: 'hour', timezone: 'UTC' } as const;
  const bounds = { from: new Date(now - (hours - 1) * hourMs), to: new Date(now) };
  const edges = historyEdges({ ...periods, ...bounds }, hours)!;
  const since = new Date(now - days * 24 * hourMs);
  const orm = ctx.db.orm;
  const [captures, failing, unexpected, unexpectedCaptures, uncheckedSchedules, changed, destinations] =
    await Promise.all([
      getScreenshotHistory(ctx, { ...periods, edges }),
      listFailingPages(orm, ctx, { since, limit: pages }),
      listUnexpectedPages(orm, ctx, { since, limit: pages }),
      countUnexpected(orm, ctx, { since: edges[0]! }),
      listUncheckedSchedules(orm, ctx, unchecked),
      listNewestChanges(orm, ctx, changes),
      countDestinations(orm, ctx),
    ]);
  const verdicts = await findVerdicts(orm, {
    accountId: ctx.accountId,
    screenshotIds: unexpected.map(({ screenshot }) => screenshot.id),
  });
  return {
    captures,
    failingPages: failing.map(({ screenshot, ...schedule }) => ({
      ...schedule,
      screenshot: {
        ...screenshotResource(screenshot, ctx.links),
        failureImageUrl: failureImageUrl(ctx.links, screenshot),
      },
    })),
    unexpectedPages: unexpected.map(({ screenshot, ...schedule }) => ({
      ...schedule,
      screenshot: {
        ...screenshotResource(screenshot, ctx.links),
        verdict: verdicts.get(screenshot.id) ?? null,
      },
    })),
    unexpectedCaptures,
    destinations,
    uncheckedSchedules: uncheckedSchedules.map(({ startedAt, ...run }) => ({
      ...run,
      startedAt: startedAt.toISOString(),
    })),
    changes: changed.map((row) => contentCheckResource(row, ctx.links)),
  };
}
