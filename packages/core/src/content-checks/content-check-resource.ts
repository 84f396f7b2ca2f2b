import type { Confirmation, ContentCheck, ContentCheckExpansion } from '@shotclock/contracts';
import type { ContentCheckRow } from '@shotclock/db';
import type { ArtifactLinks } from '../links/links.ts';

export function contentCheckResource(
  row: ContentCheckRow,
  links: ArtifactLinks,
  expand?: ReadonlySet<ContentCheckExpansion>,
): ContentCheck {
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
    diffUrl:
      row.diff === null ? null : links.artifact(row.accountId, `/api/v1/content-changes/${row.id}/diff`),
    price: row.price,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    ...(expand?.has('changes') && {
      changes: row.changes,
      changedArea: row.changedArea,
      changeImages: changeImages(row, links),
      conditions: row.conditions,
      unstable: row.unstable,
      confirmation: confirmationOf(row),
      confirmAt: row.confirmAt?.toISOString() ?? null,
      acceptedAt: row.acceptedAt?.toISOString() ?? null,
      seenAt: row.seenAt?.toISOString() ?? null,
    }),
  };
}

function confirmationOf(row: ContentCheckRow): Confirmation | null {
  const { status, changed, confirmAt, unstable, keepsBaseline } = row;
  // Without a second look, only known looks keep the baseline.
  if (confirmAt === null && keepsBaseline) return 'KNOWN';
  if (confirmAt === null && unstable === null) return null;
  if (status === 'PENDING') return 'WAITING';
  if (changed === null) return null;
  return changed ? 'CONFIRMED' : 'UNSTABLE';
}

function changeImages(
  { id, accountId, changedArea, baselineScreenshotId, screenshotId }: ContentCheckRow,
  links: ArtifactLinks,
): ContentCheck['changeImages'] {
  if (changedArea === null) return null;
  const urlOf = (side: 'baseline' | 'current', shown: number | null) =>
    shown === null ? null : links.artifact(accountId, `/api/v1/content-changes/${id}/change/${side}`);
  return { baseline: urlOf('baseline', baselineScreenshotId), current: urlOf('current', screenshotId) };
}
