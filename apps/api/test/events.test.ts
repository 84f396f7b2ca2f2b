// Tests the event stream over HTTP. The test acts as the scheduler and the worker.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type AccountEvent, createClient, ProblemError } from '@shotclock/client';
import { events } from '@shotclock/contracts';
import { eventually } from '@shotclock/testing';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi({ needsKeys: true, heartbeatMs: 3_600_000 });
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  // Otherwise the server would wait for connections that have not received a request.
  api.app.server.closeAllConnections();
  return api.close();
});

/** Collects the events of an account in the background. */
function listen(apiKey: string, lastEventId?: string, idInAddress?: string) {
  const stop = new AbortController();
  const events: AccountEvent[] = [];
  const address = idInAddress === undefined ? '' : `?lastEventId=${idInAddress}`;
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: (request) => fetch(`${request.url}${address}`, request),
  });
  const ended = (async () => {
    const options = { signal: stop.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
    for await (const event of client.events.stream(options)) events.push(event);
  })().catch((error: unknown) => error);
  return {
    client,
    events,
    ended,
    /** The IDs of the events with this name and their states, in order. */
    of: <Name extends AccountEvent['event']>(name: Name) =>
      events.flatMap((one) =>
        one.event === name ? [one.data as Extract<AccountEvent, { event: Name }>['data']] : [],
      ),
    waitFor: (name: AccountEvent['event'], id?: number, status?: string) =>
      eventually(
        async () =>
          events.some(
            ({ event, data }) =>
              event === name &&
              (id === undefined || ('id' in data && data.id === id)) &&
              (status === undefined || ('status' in data && data.status === status)),
          ),
        { what: `${name} ${id} ${status}` },
      ),
    async stop() {
      stop.abort();
      await ended;
      return events.at(-1)!.lastEventId;
    },
  };
}

async function newAccount() {
  const { accountId } = await api.otherAccount();
  const { key, headers } = await api.createKey(['read', 'write'], accountId);
  return { accountId, key: key!, headers };
}

const page = { url: 'https://example.com/' };
const timing = { type: 'ONCE' as const, firstRunAt: '2999-01-01T00:00:00Z' };

test('a run produces events for its schedule, its execution and its captures', async () => {
  const { key } = await newAccount();
  const listener = listen(key);
  await listener.waitFor('ready');
  const { client } = listener;
  const schedule = await client.schedules.create({ name: 'x', schedule: timing, items: [page, page] });
  await listener.waitFor('schedule', schedule.id);
  const execution = await client.schedules.run(schedule.id);
  await listener.waitFor('execution', execution.id, 'PROCESSING');
  await api.work();
  await listener.waitFor('execution', execution.id, 'COMPLETED');
  const shots = listener.of('screenshot').filter(({ status }) => status === 'SUCCESS');
  expect(shots.map(({ scheduleItemId }) => scheduleItemId).sort()).toEqual(
    schedule.items.map(({ id }) => id).sort(),
  );
  expect(shots[0]).toMatchObject({
    source: 'SCHEDULED_SCREENSHOT',
    scheduleId: schedule.id,
    scheduleExecutionId: execution.id,
  });
  expect(listener.of('execution').at(-1)).toMatchObject({
    totalItems: 2,
    successfulItems: 2,
    failedItems: 0,
  });
  const { lastRunAt } = await client.schedules.get(schedule.id);
  expect(listener.of('schedule').at(-1)).toMatchObject({ lastRunAt, deleted: false });
  await client.schedules.pause(schedule.id);
  await eventually(async () => listener.of('schedule').at(-1)!.pausedAt !== null, { what: 'the pause' });
  await client.schedules.delete(schedule.id);
  await eventually(async () => listener.of('schedule').at(-1)!.deleted, { what: 'the deletion' });
  await listener.stop();
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const { event, data } of listener.events) {
    if (event === 'ready' || event === 'reset') continue;
    ajv.validate(events[event].schema, data);
    expect([event, ajv.errors]).toEqual([event, null]);
  }
});

test('a manual capture and a check produce events from the request to their completion', async () => {
  const { key } = await newAccount();
  const listener = listen(key);
  await listener.waitFor('ready');
  const shot = await listener.client.captures.create(page);
  await listener.waitFor('screenshot', shot.id, 'PENDING');
  const check = await listener.client.contentChanges.create(page);
  await listener.waitFor('content-check', check.id, 'PENDING');
  await api.work();
  await listener.waitFor('screenshot', shot.id, 'SUCCESS');
  await listener.waitFor('content-check', check.id, 'SUCCESS');
  expect(listener.of('content-check').at(-1)).toMatchObject({ changed: false, scheduleItemId: null });
  await listener.stop();
});

test('an account does not receive events from other accounts', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const [first, second] = [listen(one.key), listen(other.key)];
  await Promise.all([first.waitFor('ready'), second.waitFor('ready')]);
  const shot = await first.client.captures.create(page);
  await first.waitFor('screenshot', shot.id);
  const theirs = await second.client.captures.create(page);
  await second.waitFor('screenshot', theirs.id);
  await Promise.all([first.stop(), second.stop()]);
  expect(new Set(first.of('screenshot').map(({ id }) => id))).toEqual(new Set([shot.id]));
  expect(new Set(second.of('screenshot').map(({ id }) => id))).toEqual(new Set([theirs.id]));
});

test('a resumed stream does not miss any event, regardless of the order in which transactions commit', async () => {
  const { key, accountId } = await newAccount();
  const { db } = api.context;
  const insert = `insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
    values (${accountId}, 'MANUAL_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false, 'SUCCESS', clock_timestamp())
    returning id`;
  const written: number[] = [];
  /** The transaction commits when the returned function is called. */
  const write = async () => {
    let commit = () => {};
    let done: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      done = db.transaction(async (tx) => {
        const [row] = await tx.execute<{ id: string }>(insert);
        written.push(Number(row!.id));
        resolve();
        await new Promise<void>((committed) => {
          commit = committed;
        });
      });
    });
    return async () => {
      commit();
      await done;
      db.changed(accountId);
    };
  };
  let listener = listen(key);
  await listener.waitFor('ready');
  const received = new Set<number>();
  for (let round = 0; round < 8; round += 1) {
    const [early, late] = [await write(), await write()];
    // The event with the later ID becomes visible first and advances the position.
    await late();
    await listener.waitFor('screenshot', written.at(-1)!);
    const lastEventId = await listener.stop();
    for (const { id } of listener.of('screenshot')) received.add(id);
    if (round % 2 === 0) await early();
    listener = listen(key, lastEventId);
    await listener.waitFor('ready');
    if (round % 2 === 1) await early();
    await listener.waitFor('screenshot', written.at(-2)!);
  }
  await listener.stop();
  for (const { id } of listener.of('screenshot')) received.add(id);
  expect([...received].sort((a, b) => a - b)).toEqual(written.sort((a, b) => a - b));
});

test("a browser resumes with a parameter in the stream's URL, and a header takes precedence over it", async () => {
  const { key, headers } = await newAccount();
  const listener = listen(key);
  await listener.waitFor('ready');
  const resumed = await listener.stop();
  const body = { name: 'Meanwhile', schedule: { type: 'CRON', cronExpression: '@daily' } };
  const { id } = (await api.send<{ id: number }>('POST', '/api/v1/schedules', body, headers)).body;
  const inAddress = listen(key, undefined, resumed);
  await inAddress.waitFor('schedule', id);
  const inHeader = listen(key, '1.1', resumed);
  await inHeader.waitFor('reset');
  await Promise.all([inAddress.stop(), inHeader.stop()]);
});

test.each(['1.1', 'zzzzzzzz.zzzzzzzz', 'of another version'])(
  'a stream that cannot be resumed begins with reset: %s',
  async (lastEventId) => {
    const { key } = await newAccount();
    const listener = listen(key, lastEventId);
    await listener.waitFor('reset');
    await listener.stop();
    expect(listener.of('ready')).toEqual([]);
  },
);

test('changes whose notifications are lost are read at the next heartbeat', async () => {
  const second = await createTestApi({ heartbeatMs: 20 });
  try {
    const client = createClient({ baseUrl: await second.app.listen({ host: '127.0.0.1', port: 0 }) });
    const stop = new AbortController();
    const { id } = await second.createSchedule();
    for await (const { event, data } of client.events.stream({ signal: stop.signal })) {
      if (event === 'ready') await second.context.db.orm.execute('update schedules set updated_at = now()');
      if (event === 'schedule' && data.id === id) break;
    }
  } finally {
    await second.close();
  }
});

test('a stream ends when its key is revoked', async () => {
  const { key, accountId } = await newAccount();
  const admin = await api.createKey(['admin']);
  const revoked = await api.createKey(['read'], accountId);
  const [listener, other] = [listen(revoked.key!), listen(key)];
  await Promise.all([listener.waitFor('ready'), other.waitFor('ready')]);
  await createClient({ baseUrl, apiKey: admin.key! }).apiKeys.revoke(revoked.id);
  const error = await listener.ended;
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ code: 'unauthorized' });
  expect(other.of('reset')).toEqual([]);
  await other.stop();
});

test('an account has a limited number of streams', async () => {
  const { key, headers } = await newAccount();
  const { limits } = api.context;
  Object.assign(limits, { maxEventStreamsPerAccount: 1 });
  try {
    const listener = listen(key);
    await listener.waitFor('ready');
    const refused = await api.send('GET', '/api/v1/events', undefined, headers);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('10');
    await listener.stop();
    await eventually(
      async () => (await api.send('GET', '/api/v1/events', undefined, headers)).status === 200,
      {
        what: 'the stream to be counted as ended',
      },
    );
  } finally {
    Object.assign(limits, { maxEventStreamsPerAccount: 100 });
  }
});

test('the response tells proxies not to buffer the stream', async () => {
  const { headers } = await newAccount();
  const response = await api.send('GET', '/api/v1/events', undefined, {
    ...headers,
    'accept-encoding': 'br',
  });
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers.etag).toBeUndefined();
});

// nginx sends HTTP/1.0 unless it is configured otherwise.
test.each(['1.1', '1.0'])(
  'a stream over HTTP/%s starts immediately, and comments keep it open',
  async (version) => {
    const second = await createTestApi({ heartbeatMs: 50 });
    try {
      const { port } = new URL(await second.app.listen({ host: '127.0.0.1', port: 0 }));
      const client = connect(Number(port), '127.0.0.1');
      let received = '';
      client.on('data', (part) => {
        received += part.toString();
      });
      client.write(`GET /api/v1/events HTTP/${version}\r\nHost: 127.0.0.1\r\n\r\n`);
      const comments = () => received.match(/^:$/gm)?.length ?? 0;
      const isReady = () => /^event: ready$/m.test(received);
      await eventually(async () => isReady() && comments() >= 3, { what: 'the first event and comments' });
      client.destroy();
      const [head, first] = received.replaceAll('\r', '').split('\n\n');
      expect(head).toMatch(/^content-type: text\/event-stream$/m);
      expect(head).toMatch(/^cache-control: no-store, no-transform$/m);
      expect(head).toMatch(/^x-accel-buffering: no$/m);
      expect(first).toMatch(/(^|\n)retry: \d{4}$/);
    } finally {
      await second.close();
    }
  },
);

test("many listeners share the process's database connections, and all of them receive every event", async () => {
  const { key } = await newAccount();
  Object.assign(api.context.limits, { maxEventStreamsPerAccount: 100 });
  const listeners = Array.from({ length: 50 }, () => listen(key));
  await Promise.all(listeners.map((one) => one.waitFor('ready')));
  const shot = await listeners[0]!.client.captures.create(page);
  await Promise.all(listeners.map((one) => one.waitFor('screenshot', shot.id)));
  await Promise.all(listeners.map((one) => one.stop()));
});

test('streams end when the process stops', async () => {
  const second = await createTestApi();
  const client = createClient({ baseUrl: await second.app.listen({ host: '127.0.0.1', port: 0 }) });
  const stop = new AbortController();
  const started = client.events.stream({ signal: stop.signal });
  await started.next();
  const next = started.next().catch(() => 'aborted');
  second.stopping.abort();
  // Otherwise the server would wait for the open connections.
  await second.close();
  stop.abort();
  expect(await next).toBe('aborted');
});

test('a client that does not read does not prevent the process from stopping', async () => {
  const second = await createTestApi();
  // Simulates a connection with full buffers.
  const neverWrites = { _write: () => undefined, _writev: null };
  second.app.server.once('connection', (socket: Socket) => Object.assign(socket, neverWrites));
  const { port } = new URL(await second.app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(port), '127.0.0.1').resume();
  client.write('GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const [, response] = (await once(second.app.server, 'request')) as [unknown, ServerResponse];
  await eventually(() => response.headersSent, { what: 'the stream' });
  const { db, accountId } = second.context;
  await db.orm.execute(`insert into screenshots
      (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, captured_at)
    select ${accountId}, 'MANUAL_SCREENSHOT', 'https://example.com/', false, 'png', 'json', false, false, 'SUCCESS', clock_timestamp()
    from generate_series(1, 1000)`);
  db.changed(accountId);
  await eventually(() => response.writableNeedDrain, { what: 'a buffer that is full' });
  const closed = once(client, 'close');
  second.stopping.abort();
  await second.close();
  await closed;
});
