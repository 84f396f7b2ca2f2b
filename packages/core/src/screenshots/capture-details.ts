import { type Artifact, artifacts, type ScreenshotCapture } from '@shotclock/contracts';
import {
  findCheckedScreenshots,
  findObjectSizes,
  findRuns,
  type Queryable,
  type ScreenshotRow,
} from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { artifactUrl, objectOf } from './screenshot-resource.ts';

/** The `capture` expansions of the screenshots, in the same order. */
export async function captureDetails(
  tx: Queryable,
  { accountId, links }: Pick<CoreContext, 'accountId' | 'links'>,
  rows: ScreenshotRow[],
): Promise<ScreenshotCapture[]> {
  const executionIds = rows.flatMap((row) => row.executionId ?? []);
  const hashes = rows.flatMap((row) => artifacts.flatMap((artifact) => objectOf(row, artifact) ?? []));
  const runs = await findRuns(tx, { accountId, executionIds: [...new Set(executionIds)] });
  const runOf = ({ executionId }: ScreenshotRow) =>
    executionId === null ? undefined : runs.get(executionId);
  const maybeUnchecked = rows.filter((row) => (runOf(row)?.uncheckedItems ?? 0) > 0);
  const screenshotIds = maybeUnchecked.map(({ id }) => id);
  const checked = new Set(await findCheckedScreenshots(tx, { accountId, screenshotIds }));
  const unchecked = new Set(screenshotIds.filter((id) => !checked.has(id)));
  const sizes = await findObjectSizes(tx, [...new Set(hashes)]);

  const stored = (row: ScreenshotRow, artifact: Artifact) => {
    const sha256 = objectOf(row, artifact);
    if (sha256 === null) return null;
    return { url: artifactUrl(links, row, artifact), sha256, bytes: sizes.get(sha256)! };
  };
  return rows.map((row) => ({
    source: row.source,
    scheduleId: runOf(row)?.scheduleId ?? null,
    uncheckedReason: unchecked.has(row.id) ? 'INSUFFICIENT_CREDITS' : null,
    attempts: row.attempt,
    failureCode: row.failureCode,
    startedAt: row.startedAt?.toISOString() ?? null,
    image: stored(row, 'image'),
    thumbnail: stored(row, 'thumbnail'),
    html: stored(row, 'html'),
    text: stored(row, 'text'),
    failureImage: stored(row, 'failure-image'),
  }));
}
