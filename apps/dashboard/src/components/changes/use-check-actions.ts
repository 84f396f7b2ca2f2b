import { showNotification } from '@mantine/notifications';
import type { ContentCheck } from '@shotclock/client';
import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { showProblem } from '../../api/show-problem.ts';
import { texts } from '../../texts/texts.ts';
import { type CheckAction, regionsOf } from './check-actions.ts';

const { results } = texts.checks;

/** Each action returns what it did. */
const actions: Record<CheckAction, (check: ContentCheck) => Promise<string>> = {
  async accept({ id, acceptedAt }) {
    if (!acceptedAt) await client.contentChanges.accept(id);
    else await client.contentChanges.revokeAcceptance(id);
    return acceptedAt ? results.revoked : results.accepted;
  },
  ignore: ignoreRegions,
  async seen({ id }) {
    await client.contentChanges.markSeen(id);
    return results.seen;
  },
};

/** Returns a function that performs an action on a check and reports the result. */
export function useCheckActions(): (action: CheckAction, check: ContentCheck) => Promise<void> {
  const queryClient = useQueryClient();
  return async (action, check) => {
    try {
      showNotification({ message: await actions[action](check) });
    } catch (error) {
      showProblem(error);
    }
    await refreshQueries(queryClient);
  };
}

/** Adds the regions of a check to the ignored regions of its page, unless another client changes them meanwhile. */
async function ignoreRegions(check: ContentCheck): Promise<string> {
  const { screenshotId, scheduleItemId: itemId } = check;
  if (screenshotId === null || itemId === null) return results.removed;
  const { capture } = await client.screenshots.get(screenshotId, { expand: 'capture' });
  const scheduleId = capture?.scheduleId;
  if (scheduleId == null) return results.removed;
  const { data, etag } = await client.items.comparison(scheduleId, itemId).withEtag();
  const { ignoredRegions } = data.comparison;
  const added = regionsOf(check)
    .map(({ left, top, width, height }) => [left, top, width, height].join(','))
    .filter((region) => !ignoredRegions.includes(region));
  if (added.length === 0) return results.alreadyIgnored;
  await client.items.updateComparison(
    scheduleId,
    itemId,
    { ignoredRegions: [...ignoredRegions, ...added] },
    { ifMatch: etag },
  );
  return results.ignored(added.length);
}
