import { showNotification } from '@mantine/notifications';
import type { Screenshot } from '@shotclock/client';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import type { HistorySearch } from './history-search.ts';
import { looksDifferent } from './marks.ts';
import type { Captures } from './use-captures.ts';
import type { Cursor } from './use-cursor.ts';
import type { ItemIds } from './use-opening.ts';

type Direction = 1 | -1;

/** Maximum number of captures to scan when no content-change check found a change. */
const maxScanned = 2_000;

/** Moves to the next or previous change. */
export function useChangeJump(
  ids: ItemIds,
  cursor: Cursor,
  captures: Captures,
): (direction: Direction) => Promise<void> {
  const navigate = useNavigate();
  const tell = (message: string): void => void showNotification({ message, color: 'gray' });
  async function jump(capture: Screenshot, index: number, direction: Direction): Promise<void> {
    const near = findLoaded(captures, index, direction);
    if (near.found !== null) return cursor.moveTo(near.found);
    if (near.end === null) return tell(texts.history.noChange);
    const checked = await findChecked(capture, ids, direction);
    if (checked !== null) {
      const known = captures.indexOf(checked);
      if (known !== undefined) return cursor.moveTo(known);
      const search = (before: HistorySearch) => ({ ...before, at: checked });
      return navigate({ to: '.', search, replace: true });
    }
    const far = await scan(captures, near.end, direction);
    if (far.found !== null) cursor.moveTo(far.found);
    else
      tell(
        far.end === null ? texts.history.noChange : texts.history.noChangeWithin(formatNumber(maxScanned)),
      );
  }
  return async (direction) => {
    const { capture, index } = cursor;
    if (!capture || index === undefined) return;
    await jump(capture, index, direction).catch(showProblem);
  };
}

/** `found` is the index of the change, `end` the first index that is not loaded. Both are null if there is no change. */
type Found = { found: number; end: null } | { found: null; end: number | null };

/** The nearest loaded capture that looks different from the previous one. */
function findLoaded(captures: Captures, from: number, direction: Direction): Found {
  for (let index = from + direction; index >= 0 && index < captures.total; index += direction) {
    const capture = captures.at(index);
    const before = captures.beforeOf(index);
    if (!capture || before === undefined) return { found: null, end: index };
    if (looksDifferent(before, capture)) return { found: index, end: null };
  }
  return { found: null, end: null };
}

/** Like `findLoaded`, but also loads up to `maxScanned` captures. */
async function scan(captures: Captures, from: number, direction: Direction): Promise<Found> {
  let next = from;
  while (Math.abs(next - from) < maxScanned) {
    await captures.load(next);
    const result = findLoaded(captures, next - direction, direction);
    if (result.end === null) return result;
    next = result.end;
  }
  return { found: null, end: next };
}

/** The capture of the nearest content-change check that found a change, however far away it is. */
async function findChecked(
  { id, createdAt, completedAt }: Screenshot,
  { scheduleId, itemId }: ItemIds,
  direction: Direction,
): Promise<number | null> {
  // In a forward search, the first result can be the capture itself.
  const around = direction === 1 ? { before: 0, after: 2 } : { before: 1, after: 0 };
  const query = { at: completedAt ?? createdAt, changed: true, ...around };
  const { captures } = await client.items.captures(scheduleId, itemId, query);
  return captures.find((found) => found.id !== id)?.id ?? null;
}
