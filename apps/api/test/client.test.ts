// Tests the client package over HTTP against a real API, behind a proxy that can drop responses. The test acts as the
// worker.
import { createClient, PartlyAddedError, ProblemError, type ShotclockClient } from '@shotclock/client';
import { cursorFields, sortFields } from '@shotclock/contracts';
import { eventually, type HttpFault, type HttpFaultProxy, startHttpFaultProxy } from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApi, png, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
let origin: string;
let proxy: HttpFaultProxy;
let client: ShotclockClient;
/** The requests since the start of the current test. */
let requests: string[];
beforeAll(async () => {
  api = await createTestApi();
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  proxy = await startHttpFaultProxy(origin);
  client = createClient({ baseUrl: proxy.origin });
});
afterAll(async () => {
  await proxy.close();
  await api.close();
});
beforeEach(() => {
  requests = [];
  willFail();
});

/** Sets the faults of the next requests, in order. */
function willFail(...faults: HttpFault[]): void {
  proxy.chooseFault = ({ method, path }) => {
    requests.push(`${method} ${path.replace('/api/v1', '')}`);
    return faults.shift() ?? 'none';
  };
}

const page = { url: 'https://example.com/' };
const polling = { intervalMs: 20 };
const allOf = async <T>(records: AsyncIterable<T>) => {
  const found: T[] = [];
  for await (const record of records) found.push(record);
  return found;
};
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ProblemError);
      return error as ProblemError;
    },
  );
/** Executes waiting captures as soon as they exist. */
const work = (failure?: string) =>
  eventually(async () => (await api.work(failure)) > 0, { what: 'a capture to be requested' });

describe('captures', () => {
  test('create().wait() returns the result in one request', async () => {
    const [shot] = await Promise.all([client.captures.create({ ...page, extractText: true }).wait(), work()]);
    expect(shot).toMatchObject({ status: 'SUCCESS', url: page.url });
    expect(requests).toEqual(['POST /screenshots']);
    expect(Buffer.from(await client.screenshots.image(shot.id))).toEqual(png);
    expect(await client.screenshots.text(shot.id)).toBe('Hello');
    const { url } = await client.shares.create(shot.id);
    expect(Buffer.from(await client.shares.image(url!.split('/').at(-1)!))).toEqual(png);
  });

  test('create() returns the waiting capture, and wait() polls for its result', async () => {
    const capture = client.captures.create(page);
    expect(await capture).toMatchObject({ status: 'PENDING' });
    const [shot] = await Promise.all([capture.wait(polling), work('the name does not exist')]);
    expect(shot).toMatchObject({ status: 'FAILED', description: 'the name does not exist' });
  });

  test('a capture whose response is an image can be awaited', async () => {
    const request = { ...page, responseType: 'image' } as const;
    const [shot] = await Promise.all([client.captures.create(request).wait(polling), work()]);
    expect(shot).toMatchObject({ status: 'SUCCESS', responseType: 'image' });
  });

  test('a capture is requested only once if its response is lost', async () => {
    const before = (await client.screenshots.list({ size: 1 })).totalElements;
    requests = [];
    willFail('reset before response');
    const { id } = await client.captures.create(page);
    expect(requests).toEqual(['POST /screenshots', 'POST /screenshots']);
    const { totalElements, content } = await client.screenshots.list({ size: 1, sort: 'id,desc' });
    expect([totalElements, content[0]?.id]).toEqual([before + 1, id]);
  });

  test('wait() ends when its signal aborts, and the capture can be canceled', async () => {
    const capture = client.captures.create(page);
    const { id } = await capture;
    const left = new AbortController();
    const waiting = capture.wait({ signal: left.signal });
    left.abort(new Error('the user left'));
    await expect(waiting).rejects.toThrow('the user left');
    expect(await client.captures.cancel(id)).toMatchObject({ id, status: 'FAILED' });
    expect((await problemOf(client.captures.cancel(id))).code).toBe('conflict');
  });

  test('create().wait() aborts its request when its signal aborts', async () => {
    let requestError: unknown;
    const direct = createClient({
      baseUrl: origin,
      fetch: (request) =>
        fetch(request).catch((error: unknown) => {
          requestError = error;
          throw error;
        }),
    });
    const left = new AbortController();
    const before = (await client.screenshots.list()).totalElements;
    const waiting = direct.captures.create(page).wait({ signal: left.signal });
    await expect.poll(async () => (await client.screenshots.list()).totalElements).toBe(before + 1);
    left.abort(new Error('the user left'));
    await expect(waiting).rejects.toThrow('the user left');
    await expect.poll(() => requestError).toEqual(new Error('the user left'));
  });
});

describe('schedules', () => {
  const items = [page, page, page];
  const daily = { name: 'Front page', schedule: { type: 'CRON' as const, cronExpression: '0 9 * * *' } };

  test('run().progress() yields each change until the execution has completed', async () => {
    const { id } = await client.schedules.create({ ...daily, items });
    await api.work();
    const seen: string[] = [];
    for await (const { status, successfulItems, totalItems } of client.schedules.run(id).progress(polling)) {
      seen.push(`${status} ${successfulItems}/${totalItems}`);
      await api.work(undefined, { most: 1 });
    }
    expect(seen).toEqual(['PROCESSING 0/3', 'PROCESSING 1/3', 'PROCESSING 2/3', 'COMPLETED 3/3']);
  });

  test('progress continues after API failures, and another client can follow the execution', async () => {
    const { id } = await client.schedules.create({ ...daily, items: [page] });
    const execution = client.schedules.run(id);
    const other = client.executions.get((await execution).id);
    willFail('reset', 'slow down');
    const results = Promise.all([execution.wait(polling), other.wait(polling)]);
    await work('the name does not exist');
    for (const result of await results) expect(result).toMatchObject({ status: 'FAILED', failedItems: 1 });
    const [retried] = await Promise.all([
      client.executions.retryFailed((await other).id).wait(polling),
      work(),
    ]);
    expect(retried).toMatchObject({ status: 'COMPLETED', successfulItems: 1 });
    expect((await allOf(client.executions.screenshots(retried.id))).map(({ status }) => status)).toEqual([
      'SUCCESS',
    ]);
  });

  test('a canceled execution is counted as failed', async () => {
    const { id } = await client.schedules.create({ ...daily, items });
    const execution = await client.schedules.run(id);
    expect((await allOf(client.schedules.executions(id))).map((one) => one.id)).toEqual([execution.id]);
    await client.executions.cancel(execution.id);
    expect(await client.executions.get(execution.id)).toMatchObject({ status: 'FAILED', failedItems: 3 });
    expect((await client.executions.list({ scheduleId: id, status: 'FAILED' })).totalElements).toBe(1);
  });

  test('are created once, changed, and deleted, even if every response is lost once', async () => {
    const before = (await client.schedules.list()).totalElements;
    willFail('reset before response');
    const { id, name } = await client.schedules.create({ ...daily, items });
    expect((await client.schedules.list()).totalElements).toBe(before + 1);
    willFail('reset before response');
    const renamed = await client.schedules.update(id, { name: `${name} daily` });
    expect(renamed).toMatchObject({ id, name: 'Front page daily' });
    willFail('reset before response');
    await client.schedules.delete(id);
    expect((await problemOf(client.schedules.get(id))).code).toBe('not_found');
  });

  test('an update fails with 412 if a newer version exists', async () => {
    const { id } = await client.schedules.create(daily);
    const { data, etag: ifMatch } = await client.schedules.get(id).withEtag();
    expect(data).toEqual(await client.schedules.get(id));
    await client.schedules.update(id, { name: 'Newer' }, { ifMatch });
    const problem = await problemOf(client.schedules.update(id, { name: 'Lost' }, { ifMatch }));
    expect([problem.status, problem.code]).toEqual([412, 'precondition_failed']);
    expect((await client.schedules.get(id)).name).toBe('Newer');
  });

  test('can be previewed, paused and resumed, and items can be added', async () => {
    const { id } = await client.schedules.create(daily);
    expect((await client.schedules.preview({ schedule: daily.schedule })).runs).toHaveLength(10);
    expect((await client.schedules.pause(id)).nextRunAt).toBeNull();
    expect((await client.schedules.resume(id, { expand: 'policy' })).policy).toBeDefined();
    const [item] = await client.items.add(id, [page]);
    const changed = await client.items.update(id, item!.id, { width: 800 });
    expect(await client.items.get(id, item!.id)).toEqual(changed);
    await client.items.delete(id, item!.id);
    expect(await allOf(client.items.list(id))).toEqual([]);
  });
});

describe('items.addAll', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ url: `https://example.com/${index}` }));
  const createEmpty = async () => {
    const schedule = { type: 'CRON', cronExpression: '0 9 * * *' } as const;
    return (await client.schedules.create({ name: 'Import', schedule })).id;
  };
  const refused = { url: 'http://10.0.0.1/' };

  test('adds more items than fit in one request, in order', async () => {
    const id = await createEmpty();
    const progress: number[] = [];
    willFail('none', 'reset before response');
    const added = await client.items.addAll(id, many, { onProgress: (count) => progress.push(count) });
    expect(added.map(({ url }) => url)).toEqual(many.map(({ url }) => url));
    expect(progress).toEqual([5, 8]);
    expect((await client.items.list(id)).totalElements).toBe(8);
    const more = client.items.addAll(id, [page]);
    await expect(more).rejects.toThrow('at most 8 items. This one has 8, and the list has 1');
  });

  test('adds nothing if any item is invalid, and reports the positions of the invalid items', async () => {
    const id = await createEmpty();
    const problem = await problemOf(client.items.addAll(id, many.with(3, refused).with(7, refused)));
    expect(problem.problem?.errors?.map(({ path }) => path)).toEqual(['/3/url', '/7/url']);
    expect((await client.items.list(id)).totalElements).toBe(0);
  });

  test('reports which items were added if a later request fails', async () => {
    const id = await createEmpty();
    let additions = 0;
    const deleting = createClient({
      baseUrl: origin,
      fetch: async (request) => {
        if (request.method === 'POST' && request.url.endsWith('/items') && ++additions === 2)
          await client.schedules.delete(id);
        return fetch(request);
      },
    });
    const error = await deleting.items.addAll(id, many, { idempotencyKey: 'an-import' }).catch((one) => one);
    expect(error).toBeInstanceOf(PartlyAddedError);
    expect(error.added).toHaveLength(5);
    expect(error.cause).toMatchObject({ code: 'not_found' });
  });
});

describe('lists', () => {
  let scheduleId: number;
  let ids: number[];
  beforeAll(async () => {
    const schedule = await api.createSchedule(Array.from({ length: 5 }, () => page));
    scheduleId = schedule.id;
    ids = schedule.items.map(({ id }) => id);
  });
  const query = { size: 2, sort: 'id,asc' };

  test('are read record by record, and page by page', async () => {
    expect((await allOf(client.items.list(scheduleId, query))).map(({ id }) => id)).toEqual(ids);
    expect(requests).toHaveLength(3);
    const pages = await allOf(client.items.list(scheduleId, query).pages());
    expect(pages.map(({ content }) => content.length)).toEqual([2, 2, 1]);
  });

  test('neither repeat nor skip records while they grow', async () => {
    const schedule = await api.createSchedule([page, page, page]);
    const newestFirst = { size: 2, sort: 'createdAt,desc' };
    const seen: number[] = [];
    for await (const { id } of client.items.list(schedule.id, newestFirst)) {
      if (seen.length === 0) await client.items.add(schedule.id, [page, page]);
      seen.push(id);
    }
    expect(seen).toEqual(schedule.items.map(({ id }) => id).reverse());
  });

  test('can also be sorted by a field that can change', async () => {
    const byUrl = await allOf(client.items.list(scheduleId, { size: 2, sort: 'url,asc' }));
    expect(byUrl.map(({ id }) => id)).toEqual(ids);
  });

  test('are read with a cursor in every order for which the API supports cursors', async () => {
    const shared = await api.createScreenshot();
    type Read = (sort: string) => Promise<{ nextCursor?: string | null }>;
    const others: { [List in keyof typeof sortFields]?: Read } = {
      executions: (sort) => client.schedules.executions(scheduleId, { sort }),
      allExecutions: (sort) => client.executions.list({ sort }),
      items: (sort) => client.items.list(scheduleId, { sort }),
      allItems: (sort) => client.items.listAll({ sort }),
      screenshotActivity: (sort) => client.activity.screenshots({ sort }),
      contentChangeActivity: (sort) => client.activity.contentChanges({ sort }),
      walletEntries: (sort) => client.wallet.entries({ sort }),
      contentChecks: (sort) => client.contentChanges.list({ sort }),
      shares: (sort) => client.shares.list(shared.id, { sort }),
      timeLapses: (sort) => client.timeLapses.list(ids[0]!, { sort }),
    };
    /** The list of a noun is the `list` method of the resource with the same name, unless it is among `others`. */
    const resources = client as unknown as Record<
      string,
      { list: (query: { sort: string }) => ReturnType<Read> }
    >;
    for (const [list, fields] of Object.entries(sortFields))
      for (const field of fields) {
        const other = others[list as keyof typeof sortFields];
        const { nextCursor } = await (other ? other(field) : resources[list]!.list({ sort: field }));
        expect(nextCursor !== undefined, `${list} by ${field}`).toBe(Object.hasOwn(cursorFields, field));
      }
  });

  test('are read one page at a time', async () => {
    const list = await client.items.list(scheduleId, { ...query, page: 1 });
    expect(list).toMatchObject({ page: 1, totalElements: 5, totalPages: 3 });
    expect(list.content.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(requests).toHaveLength(1);
  });

  test('are read starting at a given page, and only as far as the loop consumes them', async () => {
    const seen: number[] = [];
    for await (const { id } of client.items.list(scheduleId, { ...query, page: 1 })) {
      seen.push(id);
      if (id === ids[3]) break;
    }
    expect(seen).toEqual(ids.slice(2, 4));
    expect(requests).toHaveLength(1);
  });

  test('fail with a problem document', async () => {
    const wrong = { ...query, sort: 'color' };
    const problem = await problemOf(allOf(client.items.list(scheduleId, wrong)));
    expect([problem.code, problem.problem?.errors?.[0]?.path]).toEqual(['validation_failed', '/sort']);
    expect((await problemOf(client.items.list(scheduleId, wrong))).status).toBe(400);
  });

  test('include the feeds, and omit deleted screenshots', async () => {
    const { id } = await client.captures.create(page);
    await api.work();
    const feed = await allOf(client.activity.screenshots({ source: 'MANUAL_SCREENSHOT' }));
    expect(feed.map(({ screenshotId }) => screenshotId)).toContain(String(id));
    await client.screenshots.delete(id);
    expect((await allOf(client.screenshots.list())).map((shot) => shot.id)).not.toContain(id);
  });
});

test('content-change checks are awaited, listed and paid for once', async () => {
  const { balance } = await client.wallet.get();
  const body = { ...page, comparison: { mode: 'text' as const } };
  const [check] = await Promise.all([client.contentChanges.create(body).wait(), work()]);
  expect(check).toMatchObject({ status: 'SUCCESS', changed: false });
  willFail('reset before response');
  const [second] = await Promise.all([client.contentChanges.create(body).wait(polling), work()]);
  expect(await client.contentChanges.get(second.id)).toEqual(second);
  expect((await client.contentChanges.list()).totalElements).toBe(2);
  expect((await client.activity.contentChanges()).totalElements).toBe(2);
  expect((await client.wallet.get()).balance).toBe(balance - check.price - second.price);
  expect((await client.wallet.topUp({ amount: 5 })).balanceAfter).toBe(
    balance - check.price - second.price + 5,
  );
});
