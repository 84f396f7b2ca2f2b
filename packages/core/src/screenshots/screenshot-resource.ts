import { type Artifact, type Screenshot, screenshotSettings } from '@shotclock/contracts';
import type { ScreenshotRow } from '@shotclock/db';
import type { ArtifactLinks } from '../links/links.ts';

/** URL of an artifact. The URL is known before the artifact exists, and does not change except for its signature. */
export const artifactUrl = (
  links: ArtifactLinks,
  { id, accountId }: Pick<ScreenshotRow, 'id' | 'accountId'>,
  artifact: Artifact,
) => links.artifact(accountId, `/api/v1/screenshots/${id}/${artifact}`);

/**
 * The hash of an artifact; null if the screenshot does not have the artifact or does not have it yet. For a failed
 * capture, the image is the failure image.
 */
export function objectOf(
  row: Pick<ScreenshotRow, 'status' | 'image' | 'thumbnail' | 'html' | 'text'>,
  artifact: Artifact,
): string | null {
  const hasFailed = row.status === 'FAILED';
  if (artifact === 'failure-image') return hasFailed ? row.image : null;
  return artifact === 'image' && hasFailed ? null : row[artifact];
}

/** The URLs of the image and the extracted documents. */
export const artifactUrls = (
  links: ArtifactLinks,
  row: Pick<ScreenshotRow, 'id' | 'accountId' | 'extractHtml' | 'extractText'>,
) => ({
  imageUrl: artifactUrl(links, row, 'image'),
  extractedHtmlUrl: row.extractHtml ? artifactUrl(links, row, 'html') : null,
  extractedTextUrl: row.extractText ? artifactUrl(links, row, 'text') : null,
});

export const failureImageUrl = (links: ArtifactLinks, row: ScreenshotRow): string | null =>
  objectOf(row, 'failure-image') && artifactUrl(links, row, 'failure-image');

/** Specification, section 2.4. */
export function screenshotResource(row: ScreenshotRow, links: ArtifactLinks): Screenshot {
  return {
    id: row.id,
    ...screenshotSettings(row),
    ...artifactUrls(links, row),
    status: row.status,
    processingTimeMs: row.processingTimeMs,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.capturedAt?.toISOString() ?? null,
    description: row.description,
    scheduleExecutionId: row.executionId,
    scheduleItemId: row.itemId,
  };
}
