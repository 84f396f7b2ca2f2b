import type { ContentCheck } from '@shotclock/contracts';
import type { ContentCheckRow } from '@shotclock/db';

export function contentCheckResource(row: ContentCheckRow, publicUrl: string): ContentCheck {
  return {
    id: row.id,
    url: row.url,
    comparison: row.comparison,
    status: row.status,
    changed: row.changed,
    ratio: row.ratio,
    baselineScreenshotId: row.baselineScreenshotId,
    screenshotId: row.screenshotId,
    scheduleItemId: row.itemId,
    diffUrl: row.diff === null ? null : `${publicUrl}/api/v1/content-changes/${row.id}/diff`,
    price: row.price,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
