import type { ContentCheck, CreatedShare, ScheduleExecution, TimeLapse } from '@shotclock/contracts';
import { findKey, insertSession } from '@shotclock/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenapiDocument } from '../src/openapi/openapi-document.ts';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';
import { documentedRoutes, pathOf } from './documented-routes.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const share = '/api/v1/screenshots/{screenshotId}/share';
type Sample = { ids?: Record<string, string>; body?: unknown };

/** A valid request for every POST route that accepts an idempotency key. */
async function requests(): Promise<Record<string, Sample>> {
  const { id, items } = await api.createSchedule([{ url: 'https://example.com/' }]);
  const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
  await api.work('the name does not exist');
  const { id: screenshotId } = await api.createScreenshot();
  await api.work();
  const active = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
  const waiting = await api.createScreenshot();
  const key = await api.createKey();
  const seen = await api.send<ContentCheck>(
    'POST',
    '/api/v1/content-changes',
    { url: 'https://example.com/' },
    { prefer: 'respond-async' },
  );
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
    '/api/v1/schedules/{scheduleId}/items/{itemId}/restore': {
      ids: { ...ids, itemId: String(items[0]!.id) },
    },
    '/api/v1/items/{itemId}/time-lapse': { ids: { itemId: String(items[0]!.id) }, body: {} },
    '/api/v1/executions/{id}/cancel': { ids: { id: String(active.body.id) } },
    '/api/v1/screenshots/{screenshotId}/cancel': { ids: { screenshotId: String(waiting.id) } },
    '/api/v1/executions/{id}/retry-failed': { ids: { id: String(run.body.id) } },
    '/api/v1/screenshots': { body: capture },
    [share]: { ids: { screenshotId: String(screenshotId) }, body: {} },
    '/api/v1/content-changes': { body: capture },
    '/api/v1/content-changes/{id}/seen': { ids: { id: String(seen.body.id) } },
    '/api/v1/wallet/top-ups': { body: { amount: 5 } },
    '/api/v1/accounts': { body: { name: 'Acme' } },
    '/api/v1/api-keys': { body: { name: 'Archive', scopes: ['read'] } },
    '/api/v1/api-keys/{id}/rotate': { ids: { id: String(key.id) }, body: {} },
  };
}

/** A valid request for every PATCH and DELETE route whose requests can succeed without authentication. */
async function changes(): Promise<Record<string, Sample>> {
  const [edited, deleted] = await Promise.all([
    api.createSchedule([{ url: 'https://example.com/' }, { url: 'https://example.com/2' }]),
    api.createSchedule(),
  ]);
  const [first, second] = edited.items;
  const finished = await api.createScreenshot();
  await api.work();
  const shared = await api.createScreenshot();
  await api.work();
  const link = await api.send<CreatedShare>('POST', `/api/v1/screenshots/${shared.id}/share`, {});
  const timeLapse = await api.send<TimeLapse>('POST', `/api/v1/items/${first!.id}/time-lapse`, {});
  const key = await api.createKey();
  const { db, accountId } = api.context;
  const session = await insertSession(db.orm, { accountId, apiKeyId: key.id, hash: 'x', seconds: 60 });
  const scheduleId = String(edited.id);
  const itemPath = '/api/v1/schedules/{scheduleId}/items/{itemId}';
  return {
    'PATCH /api/v1/schedules/{id}': { ids: { id: scheduleId }, body: { name: 'y' } },
    'DELETE /api/v1/schedules/{id}': { ids: { id: String(deleted.id) } },
    [`PATCH ${itemPath}`]: { ids: { scheduleId, itemId: String(first!.id) }, body: { delay: 1 } },
    [`PATCH ${itemPath}/comparison`]: {
      ids: { scheduleId, itemId: String(first!.id) },
      body: { threshold: 0.5 },
    },
    [`DELETE ${itemPath}`]: { ids: { scheduleId, itemId: String(second!.id) } },
    'DELETE /api/v1/time-lapses/{id}': { ids: { id: String(timeLapse.body.id) } },
    'DELETE /api/v1/screenshots/{screenshotId}': { ids: { screenshotId: String(finished.id) } },
    [`DELETE ${share}s/{shareId}`]: {
      ids: { screenshotId: String(shared.id), shareId: String(link.body.id) },
    },
    'PATCH /api/v1/accounts/{id}': { ids: { id: '1' }, body: { name: 'Acme' } },
    'DELETE /api/v1/api-keys/{id}': { ids: { id: String((await api.createKey()).id) } },
    'DELETE /api/v1/sessions/{id}': { ids: { id: String(session.id) } },
  };
}

/** Makes Postgres reject every transaction that writes without an entry of the audit log. Entries are written last, so it checks at the commit. */
async function rejectUnrecordedWrites(): Promise<void> {
  const { orm } = api.context.db;
  await orm.execute(`
    create function refuse_unrecorded_write() returns trigger language plpgsql as $$ begin
      if not exists (select from audit_log where xmin = pg_current_xact_id()::xid) then
        raise exception '% of % without an audit entry', tg_op, tg_table_name;
      end if;
      return null;
    end $$`);
  for (const name of await tablesExcept('idempotency_keys', 'audit_log'))
    await orm.execute(
      `create constraint trigger refuse_unrecorded after insert or update or delete on ${name}
       deferrable initially deferred for each row execute function refuse_unrecorded_write()`,
    );
}

async function tablesExcept(...names: string[]): Promise<string[]> {
  const tables = await api.context.db.orm.execute<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('${names.join("', '")}')`,
  );
  expect(tables.length).toBeGreaterThan(5);
  return tables.map(({ name }) => name);
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
  for (const name of await tablesExcept('idempotency_keys'))
    await orm.execute(
      `create trigger refuse_unmarked before insert or update or delete on ${name}
       for each statement execute function refuse_unmarked_write()`,
    );
}

/** The number of resources that an operation changes, if other than one. */
const changedResources: Record<string, number> = { previewSchedule: 0, rotateApiKey: 2 };

/** Ignores idempotency keys: it writes nothing. */
const preview = '/api/v1/schedules/preview';

/** Ignores idempotency keys, and succeeds with authentication only (session.integration.test.ts). */
const signIn = 'POST /api/v1/session';

test('every POST route writes only in the transaction that marks its idempotency key', async () => {
  const samples = await requests();
  const routes = documentedRoutes(api.app).filter(({ name, method }) => method === 'POST' && name !== signIn);
  expect(Object.keys(samples).sort()).toEqual(routes.map(({ path }) => path).sort());
  await rejectUnmarkedWrites();
  const unmarked = await api.send('POST', pathOf({ path: '/api/v1/wallet/top-ups' }), { amount: 5 });
  expect(unmarked.status, 'a write without a key').toBe(500);

  for (const [path, { ids, body }] of Object.entries(samples)) {
    const headers = { 'idempotency-key': path, prefer: 'respond-async' };
    const first = await api.send<object>('POST', pathOf({ path }, ids), body, headers);
    expect(first.status, path).toBeLessThan(300);
    const again = await api.send('POST', pathOf({ path }, ids), body, headers);
    const key = await findKey(api.context.db.orm, { accountId: api.context.accountId, key: path });
    if (path === preview) {
      expect([again.status, key]).toEqual([200, undefined]);
      continue;
    }
    expect(again.headers['idempotency-replayed'], path).toBe('true');
    // A new API key and a new public link are sent once.
    const secrets = { '/api/v1/api-keys': 'key', '/api/v1/api-keys/{id}/rotate': 'key', [share]: 'url' };
    const secret = secrets[path as keyof typeof secrets];
    expect(again.body, path).toEqual(secret ? { ...first.body, [secret]: null } : first.body);
    expect(key?.state, path).toBe('ANSWERED');
  }
});

/** Invalid variants of a sample: other IDs, and an unknown field. Some routes have neither. */
const refusals = ({ ids, body }: Sample): Sample[] => [
  ...(ids ? [{ ids: Object.fromEntries(Object.keys(ids).map((name) => [name, '999999'])), body }] : []),
  ...(body === undefined ? [] : [{ ids, body: { ...(body as object), unknown: 1 } }]),
];

test('every route adds an entry to the audit log in the transaction of its writes, and none when it refuses', async () => {
  const { orm } = api.context.db;
  await orm.execute('drop function if exists refuse_unmarked_write cascade');
  const others = Object.entries(await changes());
  const posts = Object.entries(await requests()).map(([path, sample]) => [`POST ${path}`, sample] as const);
  const samples = new Map([...posts, ...others]);
  const routes = documentedRoutes(api.app).filter(
    ({ method, path }) => method !== 'GET' && path !== '/api/v1/session',
  );
  expect([...samples.keys()].sort()).toEqual(routes.map(({ name }) => name).sort());
  await rejectUnrecordedWrites();
  await expect(orm.execute(`update accounts set name = 'x'`), 'a write without an entry').rejects.toThrow();

  const { paths } = api.app.swagger() as OpenapiDocument;
  for (const { name, method, path } of routes) {
    const headers = { 'x-request-id': name.replaceAll(/\W/g, '-'), prefer: 'respond-async' };
    const send = async ({ ids, body }: Sample) =>
      (await api.send(method, pathOf({ path }, ids), body, headers)).status;
    for (const refused of refusals(samples.get(name)!)) {
      const status = await send(refused);
      expect([400, 404], `${name} ${status}`).toContain(status);
    }
    expect(await send(samples.get(name)!), name).toBeLessThan(300);
    const entries = await orm.execute<Record<string, unknown>>(
      `select action, actor, client_address from audit_log where request_id = '${headers['x-request-id']}'`,
    );
    const action = paths[path]![method.toLowerCase()]!.operationId!;
    const entry = { action, actor: 'ANONYMOUS', client_address: '127.0.0.1' };
    expect([...entries], name).toEqual(Array(changedResources[action] ?? 1).fill(entry));
  }
});
