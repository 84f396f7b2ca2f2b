import {
  type ExpandedExecution,
  type ExpandedScreenshot,
  noUnexpected,
  type Page,
  type ScheduleExecution,
  type ScheduleItem,
} from '@shotclock/contracts';
import { runSchedule } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** A finished run whose captures failed with these codes, or succeeded if undefined. */
async function finishedRun(failures: (string | undefined)[]) {
  const schedule = await api.createSchedule(
    failures.map((_, index) => ({ url: `https://example.com/${index}` })),
  );
  const { body } = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${schedule.id}/run`);
  for (const failure of failures) await api.work(failure, { most: 1 });
  return { scheduleId: schedule.id, items: schedule.items, executionId: body.id };
}

const retry = (executionId: number | string) =>
  api.send<ScheduleExecution>('POST', `/api/v1/executions/${executionId}/retry-failed`);
const read = async (executionId: number) =>
  (await api.send<ScheduleExecution>('GET', `/api/v1/executions/${executionId}`)).body;
const screenshotsOf = async (executionId: number) =>
  (
    await api.send<Page<ExpandedScreenshot>>(
      'GET',
      `/api/v1/executions/${executionId}/screenshots?sort=id&expand=capture`,
    )
  ).body.content;

describe('reading an execution', () => {
  test('returns the same execution as the list', async () => {
    const { scheduleId, executionId } = await finishedRun([undefined]);
    const list = `/api/v1/schedules/${scheduleId}/executions`;
    const { body } = await api.send<Page<ScheduleExecution>>('GET', list);
    expect(body.content).toStrictEqual([await read(executionId)]);
  });

  test('is possible at the URL in the response that started the execution', async () => {
    const { id } = await api.createSchedule();
    const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
    expect(run.headers.location).toBe(`${origin}/api/v1/executions/${run.body.id}`);
    expect(await read(run.body.id)).toStrictEqual(run.body);
  });

  test('is possible after its schedule is deleted', async () => {
    const { scheduleId, executionId } = await finishedRun([undefined]);
    await api.send('DELETE', `/api/v1/schedules/${scheduleId}`);
    expect(await read(executionId)).toMatchObject({ status: 'COMPLETED', successfulItems: 1 });
    expect(await screenshotsOf(executionId)).toMatchObject([{ status: 'SUCCESS', capture: { scheduleId } }]);
  });

  test('returns 404 for an unknown execution', async () => {
    for (const id of ['987654', '9'.repeat(40)])
      expectProblem(await api.send('GET', `/api/v1/executions/${id}`), 'not_found');
    expectProblem(await api.send('GET', '/api/v1/executions/0'), 'validation_failed', ['/id out_of_range']);
  });

  test('includes the outcome with expand=outcome, in a single response and in lists', async () => {
    const { scheduleId, executionId } = await finishedRun([undefined]);
    const outcome = {
      scheduleId,
      trigger: 'MANUAL',
      scheduledFor: null,
      reason: null,
      uncheckedItems: 0,
      verdicts: noUnexpected,
      retryOf: null,
    };
    const expanded = { ...(await read(executionId)), outcome };
    const alone = await api.send('GET', `/api/v1/executions/${executionId}?expand=outcome`);
    expect(alone.body).toStrictEqual(expanded);
    const listed = await api.send<Page<ExpandedExecution>>(
      'GET',
      `/api/v1/schedules/${scheduleId}/executions?expand=outcome`,
    );
    expect(listed.body.content).toStrictEqual([expanded]);
    const rejected = await api.send('GET', `/api/v1/executions/${executionId}?expand=capture`);
    expectProblem(rejected, 'validation_failed', ['/expand invalid_expand']);
  });
});

describe('POST /executions/{id}/retry-failed', () => {
  test('captures only the failed items, with their current settings, in a new execution', async () => {
    const { scheduleId, items, executionId } = await finishedRun(['down', undefined, 'down', 'down']);
    const before = [await read(executionId), await screenshotsOf(executionId)];
    await api.send('DELETE', `/api/v1/schedules/${scheduleId}/items/${items[2]!.id}`);
    await api.send('PATCH', `/api/v1/schedules/${scheduleId}/items/${items[3]!.id}`, { width: 321 });
    await api.addItems(scheduleId, [{ url: 'https://example.com/new' }]);

    const response = await retry(executionId);
    expect(response.status).toBe(202);
    expect(response.headers.location).toBe(`${origin}/api/v1/executions/${response.body.id}`);
    expect(response.body).toMatchObject({ status: 'PROCESSING', totalItems: 2, failedItems: 0 });
    expect(response.body.id).not.toBe(executionId);
    await api.work();
    expect(await screenshotsOf(response.body.id)).toMatchObject([
      { scheduleItemId: items[0]!.id, url: 'https://example.com/0', status: 'SUCCESS', width: null },
      { scheduleItemId: items[3]!.id, url: 'https://example.com/3', status: 'SUCCESS', width: 321 },
    ]);
    expect(await read(response.body.id)).toMatchObject({ status: 'COMPLETED', successfulItems: 2 });
    const expanded = await api.send('GET', `/api/v1/executions/${response.body.id}?expand=outcome`);
    expect(expanded.body).toMatchObject({ outcome: { scheduleId, trigger: 'RETRY', retryOf: executionId } });
    expect([await read(executionId), await screenshotsOf(executionId)]).toStrictEqual(before);
  });

  test('can be sent again if items fail again', async () => {
    const { items, executionId } = await finishedRun(['down', 'down']);
    const first = await retry(executionId);
    await api.work('still down', { most: 1 });
    await api.work(undefined, { most: 1 });
    const second = await retry(first.body.id);
    expect(second.body).toMatchObject({ totalItems: 1 });
    await api.work();
    const [again] = await screenshotsOf(second.body.id);
    const [failed] = (await screenshotsOf(first.body.id)).filter((one) => one.status === 'FAILED');
    expect(again!.scheduleItemId).toBe(failed!.scheduleItemId);
    expect(items.map((item: ScheduleItem) => item.id)).toContain(again!.scheduleItemId);
  });

  test('returns a conflict while the execution is running', async () => {
    const { id } = await api.createSchedule([
      { url: 'https://example.com/' },
      { url: 'https://example.com/2' },
    ]);
    const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
    await api.work('down', { most: 1 });
    expectProblem(await retry(run.body.id), 'conflict');
    await api.work('down', { most: 1 });
    expect((await retry(run.body.id)).status).toBe(202);
    await api.work();
  });

  test('returns a conflict if no item failed', async () => {
    const { executionId } = await finishedRun([undefined]);
    expect(expectProblem(await retry(executionId), 'conflict').detail).toContain('No item');
  });

  test('returns a conflict if every failed item is deleted, and does not start an execution', async () => {
    const { scheduleId, items, executionId } = await finishedRun(['down', undefined]);
    const failed = (await screenshotsOf(executionId)).find((one) => one.status === 'FAILED')!;
    expect(items.map((item) => item.id)).toContain(failed.scheduleItemId);
    await api.send('DELETE', `/api/v1/schedules/${scheduleId}/items/${failed.scheduleItemId}`);
    expectProblem(await retry(executionId), 'conflict');
    const list = await api.send('GET', `/api/v1/schedules/${scheduleId}/executions`);
    expect(list.body).toMatchObject({ totalElements: 1 });
  });

  test('returns a conflict if the schedule is deleted', async () => {
    const { scheduleId, executionId } = await finishedRun(['down']);
    await api.send('DELETE', `/api/v1/schedules/${scheduleId}`);
    expect(expectProblem(await retry(executionId), 'conflict').detail).toContain('deleted');
  });

  test('returns 404 for an unknown execution', async () => {
    expectProblem(await retry(987_654), 'not_found');
    expectProblem(await retry('9'.repeat(40)), 'not_found');
  });
});

describe('POST /executions/{id}/cancel', () => {
  const cancel = (id: number | string) =>
    api.send<ScheduleExecution>('POST', `/api/v1/executions/${id}/cancel`);

  test('ends the execution and its unfinished captures', async () => {
    const { id } = await api.createSchedule([
      { url: 'https://example.com/' },
      { url: 'https://example.com/2' },
    ]);
    const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
    const response = await cancel(run.body.id);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: run.body.id, status: 'FAILED', totalItems: 2, failedItems: 2 });
    expect(await api.work()).toBe(0);
    const read = await api.send('GET', `/api/v1/executions/${run.body.id}`);
    expect(read.body).toEqual(response.body);
    expectProblem(await cancel(run.body.id), 'conflict');
    expect((await retry(run.body.id)).body).toMatchObject({ status: 'PROCESSING', totalItems: 2 });
    await api.work();
  });

  test('returns 404 for unknown executions and rejects invalid IDs', async () => {
    expectProblem(await cancel(987_654), 'not_found');
    expectProblem(await cancel('first'), 'validation_failed', ['/id invalid_type']);
  });
});

describe("another account's execution", () => {
  test('is not found, and neither are its screenshots', async () => {
    const { id } = await api.createSchedule([{ url: 'https://example.com/' }]);
    const theirs = await api.otherAccount();
    await theirs.db.orm.execute(`update schedules set account_id = ${theirs.accountId} where id = ${id}`);
    const execution = await runSchedule(theirs, { scheduleId: id });
    await api.work('down');
    for (const rest of ['', '/screenshots'])
      expectProblem(await api.send('GET', `/api/v1/executions/${execution.id}${rest}`), 'not_found');
    expectProblem(await retry(execution.id), 'not_found');
  });
});
