import { createLogger } from '@shotclock/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptResult } from '../../src/deliveries/settle-delivery.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  createSettleTogether,
  msUntilNextDelivery,
} from '../../src/index.ts';
import { newAccount, openWorkspace, type Workspace } from '../workspace.fixture.ts';
import { insertTestDestination } from './test-destination.fixture.ts';

let workspace: Workspace;
let statements: string[];
beforeEach(async () => {
  statements = [];
  workspace = await openWorkspace((text) => statements.push(text));
});
afterEach(() => workspace.close());

const execute = (statement: string) => workspace.db.orm.execute<Record<string, unknown>>(statement);

/** Adds destinations, each with deliveries that are due; the first ones have waited longest. */
async function addDeliveries(
  destinations: number,
  each: number,
  accountId = workspace.core.accountId,
): Promise<number[]> {
  const { db } = workspace;
  const ids: number[] = [];
  for (let n = 0; n < destinations; n += 1) {
    const id = await insertTestDestination(db, accountId);
    await execute(`
      insert into deliveries (account_id, alert_rule_id, destination_id, execution_id, content, attempts_left, next_attempt_at)
      select ${accountId}, 1, ${id}, n, '{}', 8, now() - interval '1 hour' + ${n} * interval '1 second'
      from generate_series(1, ${each}) n`);
    ids.push(id);
  }
  return ids;
}

const delivered = (more: Partial<AttemptResult> = {}): AttemptResult => ({
  ...{ at: new Date(), durationMs: 5, delivered: true, status: 200, error: null, response: 'ok' },
  ...{ retryAfterSeconds: null, isFinal: false, ...more },
});
const settleTogether = () =>
  createSettleTogether({ db: workspace.db, logger: createLogger({ name: 'test', level: 'silent' }) });
const statuses = async () =>
  (
    await execute(`select d.status, d.lease_token is null as free, array(
        select status || ' ' || response from delivery_attempts a where a.delivery_id = d.id) as attempts
      from deliveries d order by id`)
  ).map(({ status, free, attempts }) => [status, free, attempts]);
const idsOf = (claimed: ClaimedDelivery[]) => claimed.map(({ delivery }) => delivery.destinationId);

describe('deliveries', { timeout: 60_000 }, () => {
  test('are claimed by several senders at once, with at most two to each destination', async () => {
    await addDeliveries(12, 5);
    const claims = await Promise.all([7, 3, 50, 50].map((limit) => claimDeliveries(workspace, { limit })));
    claims.push(await claimDeliveries(workspace, { limit: 50 }));
    const all = claims.flat();
    expect(new Set(all.map(({ delivery }) => delivery.id)).size).toBe(24);
    for (const [, claimed] of Map.groupBy(idsOf(all), (id) => id)) expect(claimed).toHaveLength(2);
  });

  test('that have waited longest are claimed first, in two statements', async () => {
    const destinationIds = await addDeliveries(4, 3);
    await execute(`update destinations set one_at_a_time = true where id = ${destinationIds[1]}`);
    statements = [];
    const claimed = await claimDeliveries(workspace, { limit: 3 });
    expect(statements).toHaveLength(2);
    expect(idsOf(claimed)).toEqual([destinationIds[0], destinationIds[0], destinationIds[1]]);
    expect(claimed[0]).toMatchObject({
      delivery: { attempts: 1, attemptsLeft: 7, content: {}, createdAt: expect.any(Date) },
      destination: { id: destinationIds[0], kind: 'webhook', createdAt: expect.any(Date) },
      pictures: [],
    });
    // The first two destinations have all the requests that they may have.
    expect(idsOf(await claimDeliveries(workspace, { limit: 1 }))).toEqual([destinationIds[2]]);
  });

  test('of an account with many slow receivers leave requests to the others', async () => {
    await addDeliveries(10, 5);
    const other = await newAccount(workspace);
    const ids = await addDeliveries(2, 1, other.accountId);
    const first = await claimDeliveries(workspace, { limit: 8, perAccount: 4 });
    expect(first).toHaveLength(6);
    expect(idsOf(first).filter((id) => ids.includes(id))).toEqual(ids);
    const more = { limit: 8, busyAccounts: [workspace.core.accountId] };
    expect(await claimDeliveries(workspace, more)).toEqual([]);
    expect(await claimDeliveries(workspace, { limit: 8 })).toHaveLength(8);
  });

  test('that are due, late or absent tell the sender how long to wait', async () => {
    const untilNextMs = () => msUntilNextDelivery(workspace);
    expect(await untilNextMs()).toBeNull();
    const [destinationId] = await addDeliveries(1, 1);
    expect(await untilNextMs()).toBe(0);
    await execute(
      `update deliveries set next_attempt_at = now() + interval '1 hour' where destination_id = ${destinationId}`,
    );
    expect(await untilNextMs()).toBeGreaterThan(3_500_000);
  });

  test('are recorded together in one statement, except those that another sender claimed', async () => {
    await addDeliveries(3, 2);
    await execute(`update destinations set one_at_a_time = true, failing_since = now()`);
    const [frozen] = await claimDeliveries(workspace, { limit: 1 });
    await execute(
      `update deliveries set lease_expires_at = now() - interval '1 second' where id = ${frozen!.delivery.id}`,
    );
    const claimed = await claimDeliveries(workspace, { limit: 10 });
    expect(claimed[0]!.delivery.id).toBe(frozen!.delivery.id);
    statements = [];
    const settle = settleTogether();
    const settled = await Promise.all(claimed.map((one) => settle(one, delivered())));
    expect([settled, statements.length]).toEqual([[true, true, true], 1]);
    expect(await settle(frozen!, delivered())).toBe(false);
    const ended = ['DELIVERED', true, ['200 ok']];
    const waiting = ['PENDING', true, []];
    expect(await statuses()).toEqual([ended, waiting, ended, waiting, ended, waiting]);
    const states = await execute('select one_at_a_time, failing_since, last_success_at from destinations');
    for (const state of states)
      expect(state).toEqual({
        ...{ one_at_a_time: false, failing_since: null },
        last_success_at: expect.any(String),
      });
  });

  test('whose result cannot be stored, or whose destination is locked, do not delay the others', async () => {
    await addDeliveries(3, 1);
    const [good, odd, locked] = await claimDeliveries(workspace, { limit: 10 });
    const settle = settleTogether();
    let recorded = 0;
    const count = (isRecorded: boolean) => {
      recorded += Number(isRecorded);
    };
    let last: Promise<void> | undefined;
    await workspace.db.transaction(async (tx) => {
      await tx.execute(`select from destinations where id = ${locked!.destination.id} for update`);
      // JSON of Postgres has no lone surrogates.
      const results = [settle(good!, delivered()), settle(odd!, delivered({ response: 'odd \ud800' }))];
      last = settle(locked!, delivered()).then(count);
      expect(await Promise.all(results)).toEqual([true, true]);
      expect(recorded).toBe(0);
    });
    await last;
    expect(recorded).toBe(1);
    expect((await statuses()).map(([status]) => status)).toEqual(Array(3).fill('DELIVERED'));
  });
});
