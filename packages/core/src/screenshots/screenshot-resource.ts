import { type Artifact, type Screenshot, screenshotSettings } from '@shotclock/contracts';
import type { ScreenshotRow } from '@shotclock/db';

/** URL of an artifact. It is permanent and exists before the artifact does. */
export const artifactUrl = (publicUrl: string, screenshotId: number, artifact: Artifact) =>
  `${publicUrl}/api/v1/screenshots/${screenshotId}/${artifact}`;

/** The URLs of the image and of the extracted documents. */
export const artifactUrls = (
  publicUrl: string,
  { id, extractHtml, extractText }: Pick<ScreenshotRow, 'id' | 'extractHtml' | 'extractText'>,
) => ({
  imageUrl: artifactUrl(publicUrl, id, 'image'),
  extractedHtmlUrl: extractHtml ? artifactUrl(publicUrl, id, 'html') : null,
  extractedTextUrl: extractText ? artifactUrl(publicUrl, id, 'text') : null,
});

/** Specification, section 2.4. */
export function screenshotResource(row: ScreenshotRow, publicUrl: string): Screenshot {
  return {
    id: row.id,
    ...screenshotSettings(row),
    ...artifactUrls(publicUrl, row),
    status: row.status,
    processingTimeMs: row.processingTimeMs,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.capturedAt?.toISOString() ?? null,
    description: row.description,
    scheduleExecutionId: row.executionId,
    scheduleItemId: row.itemId,
  };
}
