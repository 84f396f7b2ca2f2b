import type { ScheduleExecution } from '@shotclock/contracts';
import { findKey } from '@shotclock/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';
import { documentedRoutes, pathOf } from './documented-routes.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const share = '/api/v1/screenshots/{screenshotId}/share';
type Post = { ids?: Record<string, string>; body?: unknown };

/** A valid request for every POST route. */
async function requests(): Promise<Record<string, Post>> {
  const { id } = await api.createSchedule([{ url: 'https://example.com/' }]);
  const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
  await api.work('the name does not exist');
  const { id: screenshotId } = await api.createScreenshot();
  await api.work();
  const active = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
  const waiting = await api.createScreenshot();
  const key = await api.createKey();
  const ids = { id: String(id), scheduleId: String(id) };
  const capture = { url: 'https://example.com/' };
  const schedule = { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' };
  return {
    '/api/v1/schedules': { body: { name: 'x', schedule, items: [capture] } },
    '/api/v1/schedules/preview': { body: { schedule } },
    '/api/v1/schedules/{id}/run': { ids },
    '/api/v1/schedules/{id}/pause': { ids },
    '/api/v1/schedules/{id}/resume': { ids },
    '/api/v1/schedules/{scheduleId}/items': { ids, body: [capture] },
    '/api/v1/executions/{id}/cancel': { ids: { id: String(active.body.id) } },
    '/api/v1/screenshots/{screenshotId}/cancel': { ids: { screenshotId: String(waiting.id) } },
    '/api/v1/executions/{id}/retry-failed': { ids: { id: String(run.body.id) } },
    '/api/v1/screenshots': { body: capture },
    [share]: { ids: { screenshotId: String(screenshotId) }, body: {} },
    '/api/v1/content-changes': { body: capture },
    '/api/v1/wallet/top-ups': { body: { amount: 5 } },
    '/api/v1/accounts': { body: { name: 'Acme' } },
    '/api/v1/api-keys': { body: { name: 'Archive', scopes: ['read'] } },
    '/api/v1/api-keys/{id}/rotate': { ids: { id: String(key.id) }, body: {} },
  };
}

/** Makes Postgres reject every write of a transaction that has not marked an idempotency key. */
async function rejectUnmarkedWrites(): Promise<void> {
  const { orm } = api.context.db;
  await orm.execute(`
    create function refuse_unmarked_write() returns trigger language plpgsql as $$ begin
      if not exists (select from idempotency_keys
                     where state = 'TOOK_EFFECT' and xmin = pg_current_xact_id()::xid) then
        raise exception '% of % outside of inTransaction', tg_op, tg_table_name;
      end if;
      return null;
    end $$`);
  const tables = await orm.execute<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'idempotency_keys'`,
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables)
    await orm.execute(
      `create trigger refuse_unmarked before insert or update or delete on ${name}
       for each statement execute function refuse_unmarked_write()`,
    );
}

test('every POST route writes only in the transaction that marks its idempotency key', async () => {
  const samples = await requests();
  const routes = documentedRoutes(api.app).filter(({ method }) => method === 'POST');
  expect(Object.keys(samples).sort()).toEqual(routes.map(({ path }) => path).sort());
  await rejectUnmarkedWrites();
  const unmarked = await api.send('POST', pathOf({ path: '/api/v1/wallet/top-ups' }), { amount: 5 });
  expect(unmarked.status, 'a write without a key').toBe(500);

  for (const [path, { ids, body }] of Object.entries(samples)) {
    const headers = { 'idempotency-key': path, prefer: 'respond-async' };
    const first = await api.send<object>('POST', pathOf({ path }, ids), body, headers);
    expect(first.status, path).toBeLessThan(300);
    const again = await api.send('POST', pathOf({ path }, ids), body, headers);
    expect(again.headers['idempotency-replayed'], path).toBe('true');
    // A new API key and a new public link are sent once.
    const secrets = { '/api/v1/api-keys': 'key', '/api/v1/api-keys/{id}/rotate': 'key', [share]: 'url' };
    const secret = secrets[path as keyof typeof secrets];
    expect(again.body, path).toEqual(secret ? { ...first.body, [secret]: null } : first.body);
    const key = await findKey(api.context.db.orm, { accountId: api.context.accountId, key: path });
    expect(key?.state, path).toBe('ANSWERED');
  }
});
