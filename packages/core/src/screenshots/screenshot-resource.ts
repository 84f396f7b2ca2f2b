import { type Artifact, type Screenshot, screenshotSettings } from '@shotclock/contracts';
import type { ScreenshotRow } from '@shotclock/db';

/** URL of an artifact. It is permanent and exists before the artifact does. */
export const artifactUrl = (publicUrl: string, screenshotId: number, artifact: Artifact) =>
  `${publicUrl}/api/v1/screenshots/${screenshotId}/${artifact}`;

/** Specification, section 2.4. */
export function screenshotResource(row: ScreenshotRow, publicUrl: string): Screenshot {
  return {
    id: row.id,
    ...screenshotSettings(row),
    imageUrl: artifactUrl(publicUrl, row.id, 'image'),
    extractedHtmlUrl: row.extractHtml ? artifactUrl(publicUrl, row.id, 'html') : null,
    extractedTextUrl: row.extractText ? artifactUrl(publicUrl, row.id, 'text') : null,
    status: row.status,
    processingTimeMs: row.processingTimeMs,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.capturedAt?.toISOString() ?? null,
    description: row.description,
    scheduleExecutionId: row.executionId,
    scheduleItemId: row.itemId,
  };
}
