import type { CaptureSettings } from '@shotclock/contracts';
import { defaultAccountId } from '@shotclock/db';
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, max, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { scheduleExecutions, scheduleItems, schedules, screenshots, walletEntries } from './plain-tables.ts';

type Window = { limit: number; offset: number };

/** The prepared statements of the plain handlers. */
export function createPlainQueries(url: string) {
  const client = postgres(url, { max: 10, onnotice: () => undefined });
  const db = drizzle(client, { casing: 'snake_case' });
  const { placeholder } = sql;
  const window = { limit: placeholder('limit'), offset: placeholder('offset') };
  const account = { accountId: defaultAccountId };
  const visible = and(eq(schedules.accountId, account.accountId), isNull(schedules.deletedAt));
  const ofSchedule = eq(scheduleExecutions.scheduleId, placeholder('scheduleId'));
  const finished = and(eq(screenshots.accountId, account.accountId), isNotNull(screenshots.capturedAt));
  const ofChecks = and(
    eq(walletEntries.accountId, account.accountId),
    eq(walletEntries.referenceType, 'CONTENT_CHANGE'),
  );

  const findSchedule = db
    .select()
    .from(schedules)
    .where(and(visible, eq(schedules.id, placeholder('id'))))
    .prepare('find_schedule');
  const findItems = db
    .select()
    .from(scheduleItems)
    .where(and(eq(scheduleItems.scheduleId, placeholder('id')), isNull(scheduleItems.removedAt)))
    .orderBy(asc(scheduleItems.position))
    .prepare('find_items');
  const countSchedules = db
    .select({ total: count() })
    .from(schedules)
    .where(visible)
    .prepare('count_schedules');
  const itemCount = sql<number>`(select count(*)::integer from schedule_items i where i.schedule_id = schedules.id and i.removed_at is null)`;
  const listSchedules = db
    .select({ ...getTableColumns(schedules), itemCount })
    .from(schedules)
    .where(visible)
    .orderBy(desc(schedules.createdAt), desc(schedules.id))
    .limit(window.limit)
    .offset(window.offset)
    .prepare('list_schedules');
  const countExecutions = db
    .select({ total: count() })
    .from(scheduleExecutions)
    .where(ofSchedule)
    .prepare('count_executions');
  const listExecutions = db
    .select()
    .from(scheduleExecutions)
    .where(ofSchedule)
    .orderBy(desc(scheduleExecutions.createdAt), desc(scheduleExecutions.id))
    .limit(window.limit)
    .offset(window.offset)
    .prepare('list_executions');
  const findScreenshot = db
    .select()
    .from(screenshots)
    .where(and(eq(screenshots.id, placeholder('id')), eq(screenshots.accountId, account.accountId)))
    .prepare('find_screenshot');
  const countActivity = db
    .select({ total: count() })
    .from(screenshots)
    .where(finished)
    .prepare('count_activity');
  const listActivity = db
    .select()
    .from(screenshots)
    .where(finished)
    .orderBy(desc(screenshots.capturedAt), desc(screenshots.id))
    .limit(window.limit)
    .offset(window.offset)
    .prepare('list_activity');
  const countEntries = db
    .select({ total: count() })
    .from(walletEntries)
    .where(ofChecks)
    .prepare('count_entries');
  const listEntries = db
    .select()
    .from(walletEntries)
    .where(ofChecks)
    .orderBy(desc(walletEntries.createdAt), desc(walletEntries.id))
    .limit(window.limit)
    .offset(window.offset)
    .prepare('list_entries');

  return {
    findSchedule: async (id: number) => (await findSchedule.execute({ id }))[0],
    findItems: (id: number) => findItems.execute({ id }),
    countSchedules: async () => (await countSchedules.execute())[0]!.total,
    listSchedules: (of: Window) => listSchedules.execute(of),
    countExecutions: async (scheduleId: number) => (await countExecutions.execute({ scheduleId }))[0]!.total,
    listExecutions: (scheduleId: number, of: Window) => listExecutions.execute({ scheduleId, ...of }),
    findScreenshot: async (id: number) => (await findScreenshot.execute({ id }))[0],
    countActivity: async () => (await countActivity.execute())[0]!.total,
    listActivity: (of: Window) => listActivity.execute(of),
    countEntries: async () => (await countEntries.execute())[0]!.total,
    listEntries: (of: Window) => listEntries.execute(of),

    /** Appends items to a schedule in one transaction that locks the schedule. Returns undefined if the schedule does not exist. */
    addItems: (scheduleId: number, settings: CaptureSettings[]) =>
      db.transaction(async (tx) => {
        const ofItems = eq(scheduleItems.scheduleId, scheduleId);
        const isSchedule = and(visible, eq(schedules.id, scheduleId));
        const locked = await tx
          .select({ id: schedules.id })
          .from(schedules)
          .where(isSchedule)
          .for('update')
          .prepare('lock_schedule')
          .execute();
        if (locked.length === 0) return undefined;
        const [present] = await tx
          .select({ items: count(), last: max(scheduleItems.position) })
          .from(scheduleItems)
          .where(ofItems)
          .prepare('count_items')
          .execute();
        const first = (present!.last ?? -1) + 1;
        const values = settings.map((one, index) => ({
          ...account,
          scheduleId,
          ...one,
          position: first + index,
        }));
        const items = await tx
          .insert(scheduleItems)
          .values(values)
          .returning()
          .prepare('add_items')
          .execute();
        await tx
          .update(schedules)
          .set({ updatedAt: sql`now()` })
          .where(isSchedule)
          .prepare('touch_schedule')
          .execute();
        return items;
      }),
  };
}
