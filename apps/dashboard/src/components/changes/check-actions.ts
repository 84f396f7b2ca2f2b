import type { ContentCheck } from '@shotclock/client';

/** What a user can do about the change that a check found. */
export type CheckAction = 'accept' | 'ignore' | 'seen';
export const checkActions: readonly CheckAction[] = ['accept', 'ignore', 'seen'];

/** The key of each action for the focused check. */
export const checkKeys: Readonly<Record<CheckAction, string>> = { accept: 'Y', ignore: 'I', seen: 'M' };

/**
 * The actions that are possible for a check, requested with `expand=changes`. An acceptance can be revoked. Neither accepted looks nor
 * ignored regions affect conditions.
 */
export function actionsOf(check: ContentCheck): CheckAction[] {
  const { status, changed, comparison, acceptedAt, seenAt, screenshotId, scheduleItemId } = check;
  if (status !== 'SUCCESS') return [];
  const canAccept = acceptedAt ? true : changed === true && screenshotId !== null && !comparison.conditions;
  const canIgnore = screenshotId !== null && scheduleItemId !== null && regionsOf(check).length > 0;
  return [
    ...(canAccept ? (['accept'] as const) : []),
    ...(canIgnore ? (['ignore'] as const) : []),
    ...(changed && !seenAt ? (['seen'] as const) : []),
  ];
}

/** The regions to ignore: the area that changed, or the areas that differ between the two captures of an unconfirmed change. */
export function regionsOf({ comparison, changed, changedArea, confirmation, unstable }: ContentCheck) {
  if (comparison.mode !== 'visual' || comparison.conditions) return [];
  if (changed) return changedArea ? [changedArea.current] : [];
  return confirmation === 'UNSTABLE' ? (unstable ?? []) : [];
}
