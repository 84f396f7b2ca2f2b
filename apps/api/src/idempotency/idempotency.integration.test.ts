import type { Page, Schedule, Screenshot } from '@shotclock/contracts';
import { endKeyLease, findKey, insertKey, markKeyEffect } from '@shotclock/db';
import { objectKey } from '@shotclock/storage';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestApi,
  expectProblem,
  origin,
  png,
  type TestApi,
  type TestResponse,
} from '../test-api.fixture.ts';
import { requestFingerprint } from './request-fingerprint.ts';

let api: TestApi;
let scheduleId: number;
beforeAll(async () => {
  api = await createTestApi();
  scheduleId = (await api.createSchedule([{ url: 'https://example.com/' }])).id;
});
afterAll(() => api.close());

const schedules = '/api/v1/schedules';
const screenshots = '/api/v1/screenshots';
const schedule = (name: string, intervalUnit = 'DAYS') => ({
  name,
  schedule: { type: 'INTERVAL', intervalValue: 1, intervalUnit, firstRunAt: '2999-01-01T00:00:00Z' },
});

function post<T = Schedule>(key: string, url: string, body?: unknown, headers = {}, on = api) {
  return on.send<T>('POST', url, body, { 'idempotency-key': key, ...headers });
}

async function countNamed(name: string): Promise<number> {
  const { body } = await api.send<Page<Schedule>>('GET', `${schedules}?size=200`);
  return body.content.filter((found) => found.name === name).length;
}

/** The parts of a response that a replay repeats. The queue position is excluded, because it changes. */
function replayedParts({ status, headers, body }: TestResponse<unknown>) {
  const {
    date,
    'x-request-id': _id,
    'idempotency-replayed': _replayed,
    'queue-position': _position,
    'server-timing': _timing,
    ...kept
  } = headers;
  return { status, headers: kept, body };
}

function expectReplay(again: TestResponse<unknown>, first: TestResponse<unknown>) {
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(replayedParts(again)).toEqual(replayedParts(first));
}

/** Sends a request that waits for its result, and settles the capture as soon as the screenshot exists. */
async function capture(key: string, request: object, failure?: string) {
  const response = post<Screenshot>(key, screenshots, request);
  while ((await api.work(failure)) === 0) await new Promise(setImmediate);
  return response;
}

describe('the same request with the same key', () => {
  test('takes effect once and returns the first response', async () => {
    const first = await post('once', schedules, schedule('once'));
    expect(first.status).toBe(201);
    const again = await post('once', schedules, schedule('once'));
    expectReplay(again, first);
    expect(again.headers.location).toBe(`${origin}${schedules}/${first.body.id}`);
    expect(await countNamed('once')).toBe(1);
  });

  test('may have a different field order and a different Prefer header', async () => {
    const { name, schedule: timing } = schedule('ordered');
    const first = await post('ordered', schedules, { name, schedule: timing });
    const reversed = Object.fromEntries(Object.entries(timing).reverse());
    expectReplay(await post('ordered', schedules, { schedule: reversed, name }, { prefer: 'wait=1' }), first);
  });

  test('returns the first response from another process after a restart', async () => {
    const first = await post('restarted', schedules, schedule('restarted'));
    const restarted = await createTestApi({ coreContext: () => api.context });
    try {
      expectReplay(await post('restarted', schedules, schedule('restarted'), {}, restarted), first);
    } finally {
      await restarted.close();
    }
  });

  test('is replayed even if the response has no body', async () => {
    const run = `${schedules}/${scheduleId}/run`;
    const first = await post<{ id: number }>('run', run);
    expect(first.status).toBe(202);
    expectReplay(await post('run', run), first);
    await api.work();
  });

  test('replays a 202 unchanged after the capture has finished', async () => {
    const request = { url: 'https://example.com/' };
    const first = await post<Screenshot>('later', screenshots, request, { prefer: 'respond-async' });
    expect(first.status).toBe(202);
    await api.work();
    const again = await post<Screenshot>('later', screenshots, request);
    expectReplay(again, first);
    expect(again.body.status).toBe('PENDING');
    expect(again.headers['preference-applied']).toBe('respond-async');
  });

  test('streams the image again from the object store', async () => {
    const request = { url: 'https://example.com/', responseType: 'image' };
    const first = await capture('image', request);
    expect(first.bytes).toEqual(png);
    const again = await post('image', screenshots, request, { 'if-none-match': '*' });
    expectReplay(again, first);
    expect(again.bytes).toEqual(png);
    const { responseBody, responseObject } = (await findKey(api.context.db.orm, keyName('image')))!;
    expect(responseBody).toBeNull();

    await api.context.objects.delete([objectKey(responseObject!)]);
    expectProblem(await post('image', screenshots, request), 'conflict');
  });

  test('replays an error that occurred after the effect', async () => {
    const request = { url: 'https://example.com/', responseType: 'image' };
    const first = await capture('failed image', request, 'the name does not exist');
    expect(first.status).toBe(409);
    const again = await post('failed image', screenshots, request);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.headers['content-type']).toBe('application/problem+json');
    expect(again.headers.location).toBe(first.headers.location);
  });

  test('replays a 404', async () => {
    const url = `${schedules}/${scheduleId + 1_000_000}/run`;
    const first = await post('nothing there', url);
    expectProblem(first, 'not_found');
    const again = await post('nothing there', url);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test('fifty concurrent requests take effect once; the others receive a conflict or the same response', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post<Schedule>('raced', schedules, schedule('raced'))),
    );
    const won = responses.filter(({ status }) => status === 201);
    const first = won.filter(({ headers }) => headers['idempotency-replayed'] === undefined);
    expect(first).toHaveLength(1);
    for (const response of won) expect(response.body).toEqual(first[0]!.body);
    for (const response of responses.filter(({ status }) => status !== 201))
      expectProblem(response, 'conflict');
    expect(await countNamed('raced')).toBe(1);
  });
});

describe('a different request with the same key', () => {
  test.each<[string, string, unknown]>([
    ['body', schedules, schedule('differs', 'HOURS')],
    ['path', screenshots, { url: 'https://example.com/' }],
  ])('is rejected when its %s differs', async (what, url, body) => {
    await post(`differs in ${what}`, schedules, schedule('differs'));
    expectProblem(await post(`differs in ${what}`, url, body), 'idempotency_key_reused');
  });
});

describe('a rejected request', () => {
  test('does not consume the key, so the corrected request can use the same key', async () => {
    expectProblem(await post('typo', schedules, { nmae: 'x' }), 'validation_failed');
    expectProblem(await post('typo', schedules, '{'), 'malformed_json');
    expectProblem(await post('typo', '/api/v1/nothing', {}), 'not_found');
    expect(await findKey(api.context.db.orm, keyName('typo'))).toBeUndefined();
    expect((await post('typo', schedules, schedule('typo'))).status).toBe(201);
  });

  test('does not consume the key if a timing rule rejects the request', async () => {
    const every = (minute: string) => ({ name: 'cron', schedule: { type: 'CRON', cronExpression: minute } });
    expectProblem(await post('cron', schedules, every('0 0 30 2 *')), 'validation_failed');
    expect((await post('cron', schedules, every('0 0 1 1 *'))).status).toBe(201);
  });
});

describe('a key', () => {
  test.each<[string, string | string[], string]>([
    ['empty', '', 'invalid_text'],
    ['too long', 'k'.repeat(256), 'invalid_text'],
    ['not ASCII', 'schlüssel', 'invalid_text'],
    ['not printable', 'a\tb', 'invalid_text'],
    ['sent twice', ['a', 'b'], 'duplicate'],
  ])('that is %s is reported with the other errors', async (_words, key, code) => {
    const response = await api.app.inject({
      method: 'POST',
      url: schedules,
      headers: { 'idempotency-key': key, 'content-type': 'application/json' } as InjectOptions['headers'],
      payload: { ...schedule('x'), more: 1 },
    });
    const errors = response
      .json()
      .errors.map((error: { path: string; code: string }) => `${error.path} ${error.code}`);
    expect(errors).toEqual([`/Idempotency-Key ${code}`, '/more unknown_field']);
  });

  test.each(['k'.repeat(255), '~', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'two words'])(
    'may be %j',
    async (key) => {
      const first = await post(key, schedules, schedule('allowed'));
      expectReplay(await post(key, schedules, schedule('allowed')), first);
    },
  );

  test('the key is ignored for other methods', async () => {
    const key = { 'idempotency-key': '' };
    expect((await api.send('GET', schedules, undefined, key)).status).toBe(200);
    const changed = await api.send('PATCH', `${schedules}/${scheduleId}`, { name: 'Front page' }, key);
    expect(changed.status).toBe(200);
  });
});

describe('a process that was killed', () => {
  const body = schedule('killed');
  const fingerprint = requestFingerprint({ method: 'POST', url: schedules, body });
  /** Creates a key in the state in which a killed process would leave it. */
  async function leave(key: string, leaseSeconds: number) {
    const hold = { ...keyName(key), holder: crypto.randomUUID() };
    await insertKey(api.context.db.orm, { ...hold, fingerprint, leaseSeconds, keptSeconds: 3_600 });
    return hold;
  }

  test('before the effect leaves a key whose request runs once the lease has expired', async () => {
    await leave('killed just now', 20);
    const early = await post('killed just now', schedules, body);
    expectProblem(early, 'conflict');
    expect(early.headers['retry-after']).toBe('5');
    await leave('killed before', 0);
    expect((await post('killed before', schedules, body)).status).toBe(201);
  });

  test('between the effect and the response leaves a key whose request never runs again', async () => {
    const before = await countNamed('killed');
    const hold = await leave('killed between', 20);
    await markKeyEffect(api.context.db.orm, hold, 20);
    const early = await post('killed between', schedules, body);
    expectProblem(early, 'conflict');
    expect(early.headers['retry-after']).toBe('5');
    await endKeyLease(api.context.db.orm, hold);
    const late = await post('killed between', schedules, body);
    expect(expectProblem(late, 'conflict').detail).toContain('took effect, but its response was lost');
    expect(late.headers['retry-after']).toBeUndefined();
    expect(await countNamed('killed')).toBe(before);
  });
});

test('every documented POST except sign-in and preview, and PATCH of several items, accept the key and document the problems that it can cause', async () => {
  type Operation = { parameters?: object[]; responses: Record<string, { $ref?: string }> };
  const { paths } = api.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  const key = { $ref: '#/components/parameters/Idempotency-Key' };
  const ignoring = [
    'post /api/v1/session',
    'post /api/v1/schedules/preview',
    'post /api/v1/alert-rules/preview',
  ];
  const accepting = ['patch /api/v1/schedules/{scheduleId}/items'];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [], responses }] of Object.entries(methods)) {
      const operation = `${method} ${path}`;
      if (!accepting.includes(operation) && (method !== 'post' || ignoring.includes(operation))) {
        expect(parameters, operation).not.toContainEqual(key);
        continue;
      }
      expect(parameters, path).toContainEqual(key);
      expect(responses['409']?.$ref, path).toMatch(/Conflict$/);
      expect(responses['422']?.$ref, path).toMatch(/IdempotencyKeyReused$/);
    }
});

function keyName(key: string) {
  return { accountId: api.context.accountId, key };
}
