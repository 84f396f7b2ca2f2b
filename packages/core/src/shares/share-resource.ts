import type { Share } from '@shotclock/contracts';
import type { ShareRow } from '@shotclock/db';

export function shareResource(row: ShareRow): Share {
  return {
    id: row.id,
    screenshotId: row.screenshotId,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
