import { useHotkeys } from '@mantine/hooks';
import type { ContentCheck } from '@shotclock/client';
import { type RefObject, useEffect, useRef } from 'react';
import { useMay } from '../../api/access.ts';
import {
  actionsOf,
  type CheckAction,
  checkActions,
  checkKeys,
} from '../../components/changes/check-actions.ts';
import { useCheckActions } from '../../components/changes/use-check-actions.ts';
import { outsideDialogs } from '../../components/controls/outside-dialogs.ts';

/**
 * The keys of a list of checks: they move the focus between its rows, and act on the row that contains the focus. Returns a
 * function that performs an action, after which the row keeps the focus although its button or the row may disappear.
 */
export function useCheckKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  checks: readonly ContentCheck[],
): (action: CheckAction, check: ContentCheck) => void {
  const perform = useCheckActions();
  const mayWrite = useMay('write') !== false;
  const actedOn = useRef<number | null>(null);
  const rows = () => [...(body.current?.rows ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const focus = (index: number) =>
    rows()[index]?.querySelector<HTMLElement>('a, button:not(:disabled)')?.focus();

  useEffect(() => {
    if (actedOn.current !== null && document.activeElement === document.body)
      focus(Math.min(actedOn.current, checks.length - 1));
    actedOn.current = null;
  }, [checks]);

  const act = (action: CheckAction, check: ContentCheck) => {
    actedOn.current = checks.indexOf(check);
    void perform(action, check);
  };
  const actOnFocused = (action: CheckAction) => {
    const check = checks[focused()];
    if (check && mayWrite && actionsOf(check).includes(action)) act(action, check);
  };
  useHotkeys([
    outsideDialogs(['J', () => focus(focused() + 1)]),
    outsideDialogs(['K', () => focus(Math.max(focused() - 1, 0))]),
    ...checkActions.map((action) => outsideDialogs([checkKeys[action], () => actOnFocused(action)])),
  ]);
  return act;
}
