import type { AlertDestination, AlertSchedule } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { destinations } from '../../schema/destinations.ts';
import { schedules } from '../../schema/schedules.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import type { NoticeFact } from './take-facts.ts';

type Notices = {
  schedules: Map<number, { schedule: Omit<AlertSchedule, 'at'>; tags: string[] }>;
  destinations: Map<number, Omit<AlertDestination, 'at'>>;
};

/** The schedules and destinations that notices are about, in their current state. Those that were deleted are omitted. */
export async function listNoticeSubjects(tx: Queryable, notices: NoticeFact[]): Promise<Notices> {
  const idsOf = (noun: string) =>
    notices.filter(({ kind }) => kind.startsWith(`${noun}.`)).map(({ subjectId }) => subjectId);
  const scheduleIds = idsOf('schedule');
  const destinationIds = idsOf('destination');
  const scheduleRows =
    scheduleIds.length === 0
      ? []
      : await tx
          .select({
            schedule: { id: schedules.id, name: schedules.name, pauseReason: schedules.pauseReason },
            tags: schedules.tags,
          })
          .from(schedules)
          .where(sql`${hasOneOfIds(schedules.id, scheduleIds)} and ${schedules.deletedAt} is null`);
  const destinationRows =
    destinationIds.length === 0
      ? []
      : await tx
          .select({
            id: destinations.id,
            name: destinations.name,
            disabledReason: destinations.disabledReason,
          })
          .from(destinations)
          .where(hasOneOfIds(destinations.id, destinationIds));
  return {
    schedules: new Map(scheduleRows.map((row) => [row.schedule.id, row])),
    destinations: new Map(destinationRows.map((row) => [row.id, row])),
  };
}
