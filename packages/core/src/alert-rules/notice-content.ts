import type { AlertContent, AlertDestination, AlertSchedule } from '@shotclock/contracts';
import type { AlertRuleRow } from '@shotclock/db';
import type { listNoticeSubjects, NoticeFact } from '@shotclock/db/all-accounts';
import { emptyContent } from './run-content.ts';

type Subjects = Awaited<ReturnType<typeof listNoticeSubjects>>;

/** The content of a message about a schedule or a destination; null if the schedule or destination was deleted. */
export function noticeContent({ kind, subjectId, at }: NoticeFact, subjects: Subjects): AlertContent | null {
  const content = emptyContent(kind);
  if (kind === 'destination.disabled') {
    const found = subjects.destinations.get(subjectId);
    const destination: AlertDestination | null = found ? { ...found, at } : null;
    return destination && { ...content, destination };
  }
  const found = subjects.schedules.get(subjectId);
  const schedule: AlertSchedule | null = found ? { ...found, at } : null;
  return schedule && { ...content, schedule };
}

/** Whether a rule reports a notice. A rule about schedules reports all disabled destinations. */
export const reportsNotice = (
  { events, scheduleIds }: Pick<AlertRuleRow, 'events' | 'scheduleIds'>,
  { kind, subjectId }: NoticeFact,
): boolean =>
  events.includes(kind) &&
  (kind === 'destination.disabled' || scheduleIds === null || scheduleIds.includes(subjectId));
