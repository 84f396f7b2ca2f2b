import { type Noun, nouns, type ScheduleExecution } from '@shotclock/contracts';
import { findKey, insertSession } from '@shotclock/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenapiDocument, Schema } from '../src/openapi/openapi-document.ts';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';
import { createResources, type Ids, pathWith } from './created-resources.fixture.ts';
import { type DocumentedRoute, documentedRoutes, pathOf, sampleOf } from './documented-routes.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** IDs, keyed by the path segment that precedes them. */
type Sample = { ids: Ids; body?: unknown };

const url = 'https://example.com/';
/** Sign-in ignores idempotency keys and succeeds only if authentication is enabled (session.integration.test.ts). */
const signIn = ['POST /api/v1/session', 'DELETE /api/v1/session'];

/**
 * The routes that write. Deletions come last, in an order in which no deletion removes a resource that a later one needs.
 */
function writes(): DocumentedRoute[] {
  const segments: string[] = Object.values(nouns).map(({ path }) => path);
  const rank = ({ method, path }: DocumentedRoute) =>
    method === 'DELETE' ? segments.length - segments.indexOf(path.split('/').at(-2)!) : 0;
  return documentedRoutes(api.app)
    .filter(({ method, name }) => method !== 'GET' && !signIn.includes(name))
    .sort((one, other) => rank(one) - rank(other));
}

/** A valid request for each route, by name. Each deletion has a resource of its own. */
async function samplesOf(routes: DocumentedRoute[]): Promise<Record<string, Sample>> {
  const shared = await createAll();
  const deleted = routes.some(({ method }) => method === 'DELETE') ? await createAll() : shared;
  const samples: Record<string, Sample> = {};
  for (const { name, method, body } of routes) {
    const noun = Object.values(nouns).find(({ sample }) => sample && name === `POST /api/v1${sample.path}`);
    samples[name] = {
      ids: method === 'DELETE' ? deleted : shared,
      ...(body && {
        body: method === 'PATCH' ? changeOf(body) : (bodyOf(noun, shared) ?? sampleOf(body, false)),
      }),
    };
  }
  const special = Object.entries(await specialSamples(shared));
  return { ...samples, ...Object.fromEntries(special.filter(([name]) => name in samples)) };
}

/** Changes the first field. */
function changeOf({ properties = {} }: Schema) {
  const [name] = Object.keys(properties);
  return { [name!]: sampleOf(properties[name!]!, true, name) };
}

const bodyOf = (noun: Noun | undefined, ids: Ids) => noun?.sample?.body?.('x', ids);

async function createAll(): Promise<Ids> {
  const { db, accountId } = api.context;
  const ids = await createResources(api, { text: 'x' });
  // An account can have at most five unfinished time-lapses.
  await db.orm.execute(`update time_lapses set status = 'FAILED', completed_at = now()`);
  const key = { accountId, apiKeyId: ids['api-keys']!, hash: crypto.randomUUID(), seconds: 60 };
  return { ...ids, accounts: accountId, sessions: (await insertSession(db.orm, key)).id };
}

/** The requests that need a resource in a certain state or a specific body. */
async function specialSamples(shared: Ids): Promise<Record<string, Sample>> {
  const { id: schedules } = await api.createSchedule([{ url }]);
  const run = () => api.send<ScheduleExecution>('POST', `/api/v1/schedules/${schedules}/run`);
  const failed = await run();
  await api.work('the name does not exist');
  const active = await run();
  const waiting = await api.createScreenshot();
  const schedule = { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' };
  const comparison = {
    ...{ regions: ['0,0,10,10'], confirm: { after: 5 }, recent: 1 },
    conditions: { numberSelector: '.price', decimal: ',', below: 5 },
  };
  return {
    'POST /api/v1/content-changes': { ids: {}, body: { url, comparison } },
    'POST /api/v1/schedules': { ids: {}, body: { name: 'x', schedule, policy: { comparison } } },
    'POST /api/v1/schedules/preview': { ids: {}, body: { schedule } },
    'POST /api/v1/alert-rules/preview': { ids: {}, body: { events: ['content.changed'] } },
    'POST /api/v1/executions/{id}/cancel': { ids: { executions: active.body.id } },
    'POST /api/v1/executions/{id}/retry-failed': { ids: { executions: failed.body.id } },
    'POST /api/v1/screenshots/{screenshotId}/cancel': { ids: { screenshots: waiting.id } },
    'PATCH /api/v1/schedules/{scheduleId}/items': {
      ids: shared,
      body: { selection: { all: true }, changes: { quality: 5 } },
    },
    // The only useful value of the first field is its default.
    'PATCH /api/v1/schedules/{scheduleId}/items/{itemId}/comparison': {
      ids: shared,
      body: { threshold: 0.5, ...comparison },
    },
  };
}

/**
 * Makes Postgres reject every transaction that writes without adding an audit log entry. Entries are written last, so the
 * check runs at commit time.
 */
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

/** The number of resources that an operation changes, if it is not one. */
const changedResources: Record<string, number> = {
  previewSchedule: 0,
  previewAlertRule: 0,
  rotateApiKey: 2,
};

/** Previews ignore idempotency keys, because they write nothing. */
const previews = ['/api/v1/schedules/preview', '/api/v1/alert-rules/preview'];

test('every POST route writes only in the transaction that marks its idempotency key', async () => {
  const routes = writes().filter(({ method }) => method === 'POST');
  const samples = await samplesOf(routes);
  await rejectUnmarkedWrites();
  const unmarked = await api.send('POST', pathOf({ path: '/api/v1/wallet/top-ups' }), { amount: 5 });
  expect(unmarked.status, 'a write without a key').toBe(500);

  for (const { name, path } of routes) {
    const { ids, body } = samples[name]!;
    const headers = { 'idempotency-key': path, prefer: 'respond-async' };
    const first = await api.send<object>('POST', pathWith(path, ids), body, headers);
    expect(first.status, path).toBeLessThan(300);
    const again = await api.send('POST', pathWith(path, ids), body, headers);
    const key = await findKey(api.context.db.orm, { accountId: api.context.accountId, key: path });
    if (previews.includes(path)) {
      expect([again.status, key]).toEqual([200, undefined]);
      continue;
    }
    expect(again.headers['idempotency-replayed'], path).toBe('true');
    // Only the first response contains a new API key, public link, address or secret.
    const secret = ['key', 'url', 'secret', 'atomUrl', 'jsonUrl'].filter(
      (field) => /api-keys|share$|destinations|feeds/.test(path) && field in first.body,
    );
    const withoutSecret = Object.fromEntries(secret.map((field) => [field, null]));
    expect(again.body, path).toEqual(secret.length > 0 ? { ...first.body, ...withoutSecret } : first.body);
    expect(key?.state, path).toBe('ANSWERED');
  }
});

/** Invalid variants of a sample: with other IDs, and with an unknown field. Some routes have neither. */
const refusals = (route: DocumentedRoute, { ids, body }: Sample): Sample[] => [
  ...(route.ids.length > 0
    ? [{ ids: Object.fromEntries(Object.keys(ids).map((name) => [name, 999_999])), body }]
    : []),
  ...(body === undefined ? [] : [{ ids, body: { ...(body as object), unknown: 1 } }]),
];

test('every route adds an audit log entry in the same transaction as its writes, and adds none if it rejects the request', async () => {
  const { orm } = api.context.db;
  await orm.execute('drop function if exists refuse_unmarked_write cascade');
  const routes = writes();
  const samples = await samplesOf(routes);
  await rejectUnrecordedWrites();
  await expect(orm.execute(`update accounts set name = 'x'`), 'a write without an entry').rejects.toThrow();

  const { paths } = api.app.swagger() as OpenapiDocument;
  for (const route of routes) {
    const { name, method, path } = route;
    const headers = { 'x-request-id': name.replaceAll(/\W/g, '-'), prefer: 'respond-async' };
    const send = async ({ ids, body }: Sample) =>
      (await api.send(method, pathWith(path, ids), body, headers)).status;
    for (const refused of refusals(route, samples[name]!)) {
      const status = await send(refused);
      expect([400, 404], `${name} ${status}`).toContain(status);
    }
    expect(await send(samples[name]!), name).toBeLessThan(300);
    const entries = await orm.execute<Record<string, unknown>>(
      `select action, actor, client_address from audit_log where request_id = '${headers['x-request-id']}'`,
    );
    const action = paths[path]![method.toLowerCase()]!.operationId!;
    const entry = { action, actor: 'ANONYMOUS', client_address: '127.0.0.1' };
    expect([...entries], name).toEqual(Array(changedResources[action] ?? 1).fill(entry));
  }
});
