import { showNotification } from '@mantine/notifications';
import type { Screenshot } from '@shotclock/client';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import { texts } from '../../texts/texts.ts';
import type { HistorySearch } from './history-search.ts';
import { looksDifferent } from './marks.ts';
import type { Captures } from './use-captures.ts';
import type { Cursor } from './use-cursor.ts';

type ItemIds = { scheduleId: number; itemId: number };

/** Moves to the next or to the previous change. */
export function useChangeJump(
  ids: ItemIds,
  cursor: Cursor,
  captures: Captures,
): (direction: 1 | -1) => Promise<void> {
  const navigate = useNavigate();
  return async (direction) => {
    const { capture, index } = cursor;
    if (!capture || index === undefined) return;
    const near = findLoaded(captures, index, direction);
    if (near !== null) return cursor.moveTo(near);
    let screenshotId: number | null;
    try {
      screenshotId = await findChecked(capture, ids, direction);
    } catch (error) {
      return showProblem(error);
    }
    const known = screenshotId === null ? undefined : captures.indexOf(screenshotId);
    if (screenshotId === null) showNotification({ message: texts.history.noChange, color: 'gray' });
    else if (known !== undefined) cursor.moveTo(known);
    else
      await navigate({
        to: '.',
        search: (before: HistorySearch) => ({ ...before, at: screenshotId }),
        replace: true,
      });
  };
}

/** The nearest loaded capture that looks different from the one before it; null if the loaded captures have none. */
function findLoaded(captures: Captures, from: number, direction: 1 | -1): number | null {
  for (let index = from + direction; index > 0 && index < captures.total; index += direction) {
    const capture = captures.at(index);
    const before = captures.at(index - 1);
    if (!capture || !before) return null;
    if (looksDifferent(before, capture)) return index;
  }
  return null;
}

/** The capture of the nearest content-change check that found a change, however far it is. */
async function findChecked(
  { id, createdAt, completedAt }: Screenshot,
  { scheduleId, itemId }: ItemIds,
  direction: 1 | -1,
): Promise<number | null> {
  // Forward, the capture itself can be the first.
  const around = direction === 1 ? { before: 0, after: 2 } : { before: 1, after: 0 };
  const query = { at: completedAt ?? createdAt, changed: true, ...around };
  const { captures } = await client.items.captures(scheduleId, itemId, query);
  return captures.find((found) => found.id !== id)?.id ?? null;
}
