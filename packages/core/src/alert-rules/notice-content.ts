import type { AlertContent, AlertDestination, AlertSchedule } from '@shotclock/contracts';
import type { AlertRuleRow } from '@shotclock/db';
import type { listNoticeSubjects, NoticeFact } from '@shotclock/db/all-accounts';
import { emptyContent, selectsTags } from './run-content.ts';

type Subjects = Awaited<ReturnType<typeof listNoticeSubjects>>;

/** The content of a message about a schedule or a destination; null if the schedule or destination was deleted. */
export function noticeContent({ kind, subjectId, at }: NoticeFact, subjects: Subjects): AlertContent | null {
  const content = emptyContent(kind);
  if (kind === 'destination.disabled') {
    const found = subjects.destinations.get(subjectId);
    const destination: AlertDestination | null = found ? { ...found, at } : null;
    return destination && { ...content, destination };
  }
  const found = subjects.schedules.get(subjectId)?.schedule;
  const schedule: AlertSchedule | null = found ? { ...found, at } : null;
  return schedule && { ...content, schedule };
}

/** Whether a rule reports a notice. A rule about schedules or tags reports all disabled destinations. */
export function reportsNotice(
  rule: Pick<AlertRuleRow, 'events' | 'scheduleIds' | 'tags'>,
  { kind, subjectId }: NoticeFact,
  { schedules }: Subjects,
): boolean {
  const { events, scheduleIds } = rule;
  if (!events.includes(kind)) return false;
  if (kind === 'destination.disabled') return true;
  const isSelected = scheduleIds === null || scheduleIds.includes(subjectId);
  return isSelected && selectsTags(rule, schedules.get(subjectId)?.tags ?? []);
}
