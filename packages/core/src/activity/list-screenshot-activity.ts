import {
  type ActivityExpansion,
  type Page,
  type PageRequest,
  pageOf,
  type ScreenshotActivity,
  type SortField,
} from '@shotclock/contracts';
import {
  type ActivityFilter,
  findTitles,
  findVerdicts,
  firstFinishedScreenshots,
  listFinishedScreenshots,
  type Period,
  type ScreenshotRow,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import type { ArtifactLinks } from '../links/links.ts';
import { artifactUrl, failureImageUrl, objectOf } from '../screenshots/screenshot-resource.ts';

/** Lists finished captures (specification, sections 2.5 and 4.5). */
export async function listScreenshotActivity(
  ctx: CoreContext,
  input: PageRequest<SortField<'screenshotActivity'>> &
    Period &
    Partial<ActivityFilter> & { expand?: ReadonlySet<ActivityExpansion> },
): Promise<Page<ScreenshotActivity>> {
  const found =
    (await firstFinishedScreenshots(ctx.db.orm, ctx, input)) ??
    (await ctx.db.snapshot((tx) => listFinishedScreenshots(tx, ctx, input)));
  const screenshotIds = found.rows.map(({ id }) => id);
  const key = { accountId: ctx.accountId, screenshotIds };
  const verdicts = input.expand?.has('verdict') ? await findVerdicts(ctx.db.orm, key) : null;
  const titles = input.expand?.has('title') ? await findTitles(ctx.db.orm, key) : null;
  return pageOf(
    found.rows.map((row) => ({
      ...screenshotActivity(row, ctx.links),
      ...(input.expand?.has('failureImage') && { failureImageUrl: failureImageUrl(ctx.links, row) }),
      ...(titles && { title: titles.get(row.id) ?? null }),
      ...(verdicts && { verdict: verdicts.get(row.id) ?? null }),
    })),
    found,
    input,
  );
}

function screenshotActivity(row: ScreenshotRow, links: ArtifactLinks): ScreenshotActivity {
  return {
    screenshotId: String(row.id),
    source: row.source,
    url: row.url,
    imageUrl: objectOf(row, 'image') ? artifactUrl(links, row, 'image') : null,
    responseType: row.responseType,
    extractedHtmlUrl: row.html ? artifactUrl(links, row, 'html') : null,
    extractedTextUrl: row.text ? artifactUrl(links, row, 'text') : null,
    status: row.status === 'SUCCESS' ? 'COMPLETED' : 'FAILED',
    description: row.description,
    captureTime: row.capturedAt!.toISOString(),
  };
}
