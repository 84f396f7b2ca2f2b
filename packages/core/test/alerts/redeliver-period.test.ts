import { expect, test } from 'vitest';
import { redeliverPeriod, updateDestination } from '../../src/index.ts';
import { newAccount, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

const workspace = openWorkspaceForEachTest();
const execute = (statement: string) => workspace.db.orm.execute<Record<string, unknown>>(statement);
const start = Date.UTC(2026, 0, 1);
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
/** Inserts deliveries that were created each minute, and ended. */
const insert = (accountId: number, destinationId: number, count: number) =>
  execute(`insert into deliveries (account_id, alert_rule_id, destination_id, execution_id, content, attempts, attempts_left, status, created_at, completed_at)
    select ${accountId}, 1, ${destinationId}, n, '{}', 8, 0, case n % 4 when 0 then 'DELIVERED' else 'FAILED' end, '${at(0)}'::timestamptz + n * interval '1 minute', now()
    from generate_series(1, ${count}) n`);

test('the messages of a status and a period are sent again, oldest first and at most 1,000 per request', async () => {
  const { core } = workspace;
  const destinationId = await insertTestDestination(workspace.db, core.accountId);
  await insert(core.accountId, destinationId, 1_600);
  const period = { destinationId, status: 'FAILED' as const, from: at(2), to: at(1_598) };
  const first = await redeliverPeriod(core, period);
  expect(first).toMatchObject({ redelivered: 1_000, hasMore: true });
  const [pending] = await execute(
    `select count(*)::int, max(created_at) as last, bool_and(attempts_left = 8 and completed_at is null) as restarted from deliveries where status = 'PENDING'`,
  );
  expect(pending).toMatchObject({ count: 1_000, restarted: true });
  expect(new Date(String(pending!.last)).toISOString()).toBe(first.lastCreatedAt);
  // Minutes 2 to 1,598 contain 1,198 failures.
  expect(await redeliverPeriod(core, period)).toEqual({
    redelivered: 198,
    lastCreatedAt: at(1_598),
    hasMore: false,
  });
  expect(await redeliverPeriod(core, period)).toEqual({
    redelivered: 0,
    lastCreatedAt: null,
    hasMore: false,
  });
  expect(await redeliverPeriod(core, { ...period, status: 'DELIVERED', to: at(4) })).toMatchObject({
    redelivered: 1,
  });
});

test('a period that is reversed, and a destination that is missing, disabled or of another account, are rejected', async () => {
  const { core } = workspace;
  const destinationId = await insertTestDestination(workspace.db, core.accountId);
  await insert(core.accountId, destinationId, 3);
  const period = { destinationId, status: 'FAILED' as const, from: at(0), to: at(9) };
  await expect(redeliverPeriod(core, { ...period, from: at(10) })).rejects.toMatchObject({
    errors: [{ path: '/from', code: 'after_to' }],
  });
  const conflict = { code: 'conflict' };
  await expect(redeliverPeriod(core, { ...period, destinationId: 999 })).rejects.toMatchObject(conflict);
  await expect(redeliverPeriod(await newAccount(workspace), period)).rejects.toMatchObject(conflict);
  await updateDestination(core, { destinationId, status: 'DISABLED' });
  await expect(redeliverPeriod(core, period)).rejects.toMatchObject(conflict);
  expect(await execute(`select from deliveries where status = 'PENDING'`)).toEqual([]);
});
