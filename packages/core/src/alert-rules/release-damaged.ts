import type { AlertContent } from '@shotclock/contracts';
import { notifyDeliveries, type Queryable } from '@shotclock/db';
import { listHeld, releaseMessages } from '@shotclock/db/all-accounts';
import { titleOf } from '../deliveries/alert-texts.ts';

const pageSize = 500;
const maxCount = 2 ** 31 - 1;

/**
 * Makes the held messages of a rule pending that no digest can contain. The logs of their deliveries then show that they cannot
 * be sent. Returns their IDs.
 */
export async function releaseDamaged(tx: Queryable, ruleId: number): Promise<number[]> {
  const damaged: number[] = [];
  for (let afterId = 0; ; ) {
    const rows = await listHeld(tx, { ruleId, afterId, limit: pageSize });
    damaged.push(...rows.filter(({ content }) => !isDigestible(content)).map(({ id }) => id));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    afterId = last.id;
  }
  if (damaged.length === 0) return damaged;
  await releaseMessages(tx, damaged);
  await notifyDeliveries(tx);
  return damaged;
}

/** Whether `insertDigest` can read the content. */
function isDigestible(content: AlertContent): boolean {
  try {
    titleOf(content);
    const { totals, storm, events } = content;
    return (
      typeof storm === 'boolean' &&
      Object.values(totals).every((count) => Number.isInteger(count) && count <= maxCount) &&
      events.every(
        ({ ratio, screenshotId }) =>
          Number.isSafeInteger(screenshotId) && (ratio === null || typeof ratio === 'number'),
      )
    );
  } catch {
    return false;
  }
}
