import type { TimeLapse } from '@shotclock/contracts';
import type { TimeLapseRow } from '@shotclock/db';
import type { ArtifactLinks } from '../links/links.ts';

/** The fraction of the work that is spent reading the frames. The rest is spent joining them. */
const shareOfFrames = 0.8;

export function timeLapseResource(row: TimeLapseRow, links: ArtifactLinks): TimeLapse {
  const { id, itemId, status, captures, frames } = row;
  return {
    id,
    itemId,
    from: row.periodFrom?.toISOString() ?? null,
    to: row.periodTo?.toISOString() ?? null,
    width: row.width,
    framesPerSecond: row.framesPerSecond,
    onlyChanges: row.onlyChanges,
    status,
    progress: progressOf(row),
    captures,
    frames,
    bytes: status === 'SUCCESS' ? row.bytes : null,
    imageUrl: links.artifact(row.accountId, `/api/v1/time-lapses/${id}/image`),
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

function progressOf({ status, frames, framesDone }: TimeLapseRow): number {
  if (status === 'SUCCESS') return 1;
  return frames ? Math.round((shareOfFrames * 100 * framesDone) / frames) / 100 : 0;
}
