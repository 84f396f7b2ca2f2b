// Removed items remain in the table while records refer to them. The verbs for schedules must not read removed items,
// regardless of the planner statistics.

import type { Queryable } from '@shotclock/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addItems,
  type CoreContext,
  createAdmission,
  createSchedule,
  getSchedule,
  listItems,
  listNewestCaptures,
  listSchedules,
  runSchedule,
} from '../../src/index.ts';
import { dispatchDue } from '../dispatch-due.fixture.ts';
import { backdate, hoursAgo } from '../schedules/dispatch.fixture.ts';
import { hourly, inAnHour, item, openWorkspace, type Workspace } from '../workspace.fixture.ts';

const removed = 20_000;
/** Each of the three items may be read several times. */
const maxRead = 50;

let workspace: Workspace;
let scheduleId: number;

class RolledBack extends Error {}

beforeAll(async () => {
  workspace = await openWorkspace();
  const { orm } = workspace.db;
  await orm.execute('alter table schedule_items set (autovacuum_enabled = false)');
  ({ id: scheduleId } = await createSchedule(workspace.core, hourly(inAnHour(), { items: [item('a')] })));
  await orm.execute('analyze');
  await orm.execute(`
    insert into schedule_items (account_id, schedule_id, position, url, full_page, format, response_type, extract_html, extract_text, removed_at)
    select 1, ${scheduleId}, n, 'https://example.com/', false, 'png', 'json', false, false, now() from generate_series(1, ${removed}) n`);
  await addItems(workspace.core, { scheduleId, items: [item('b'), item('c')] });
  await backdate(workspace, scheduleId, hoursAgo(1));
});
afterAll(() => workspace.close());

/** The number of items that the verb reads. */
async function itemsRead(verb: (ctx: CoreContext) => Promise<unknown>): Promise<number> {
  const { core, db } = workspace;
  let read = Number.NaN;
  const rolledBack = db.transaction(async (tx) => {
    const inside = { ...db, orm: tx, transaction: db.transaction, snapshot: db.snapshot };
    inside.transaction = inside.snapshot = (work) => work(tx);
    const before = await readSoFar(tx);
    await verb({ ...core, db: inside, admission: createAdmission(inside) });
    read = (await readSoFar(tx)) - before;
    throw new RolledBack();
  });
  await expect(rolledBack).rejects.toThrow(RolledBack);
  return read;
}

async function readSoFar(tx: Queryable): Promise<number> {
  const [row] = await tx.execute<{ read: string }>(`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'schedule_items'`);
  return Number(row!.read);
}

const firstPage = { page: 0, size: 20 };
const verbs: Record<string, (ctx: CoreContext) => Promise<unknown>> = {
  'adding items': (ctx) => addItems(ctx, { scheduleId, items: [item('d')] }),
  'a due run': async (ctx) => expect(await dispatchDue(ctx)).toMatchObject({ dispatched: 1 }),
  'a manual run': (ctx) => runSchedule(ctx, { scheduleId }),
  'reading the schedule': (ctx) => getSchedule(ctx, { scheduleId }),
  'listing the newest captures': (ctx) => listNewestCaptures(ctx, { scheduleId }),
  'listing schedules': (ctx) =>
    listSchedules(ctx, { ...firstPage, sort: { field: 'createdAt', direction: 'desc' } }),
  'listing schedules with their items': (ctx) =>
    listSchedules(ctx, {
      ...{ ...firstPage, sort: { field: 'createdAt', direction: 'desc' } },
      expand: new Set(['items']),
    }),
  'listing items': (ctx) =>
    listItems(ctx, { ...firstPage, scheduleId, sort: { field: 'position', direction: 'asc' } }),
};

const statistics: Record<string, string> = {
  'taken before the removals': 'select',
  missing: 'delete from pg_statistic',
  new: 'analyze',
};

describe.each(Object.keys(statistics))('with planner statistics %s', (when) => {
  beforeAll(() => workspace.db.orm.execute(statistics[when]!));

  test.each(Object.keys(verbs))('%s does not read removed items', async (name) => {
    expect(await itemsRead(verbs[name]!)).toBeLessThan(maxRead);
  });
});
