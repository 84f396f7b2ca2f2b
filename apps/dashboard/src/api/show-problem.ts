import { showNotification } from '@mantine/notifications';
import { texts } from '../texts/texts.ts';
import { problemOf } from './problem.ts';

/** Shows a notification that says why an action failed. */
export function showProblem(error: unknown): void {
  const problem = problemOf(error);
  // The sign-in form already says what to do.
  if (problem?.code === 'unauthorized') return;
  showNotification({
    color: 'red',
    title: problem?.title ?? texts.problems.title,
    message: problem?.errors?.[0]?.message ?? problem?.detail ?? texts.problems.unknown,
  });
}
