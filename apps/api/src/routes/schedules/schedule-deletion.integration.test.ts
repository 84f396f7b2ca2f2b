import type { ExpandedExecution, Page, ScheduleExecution, Screenshot } from '@shotclock/contracts';
import { deleteSchedule } from '@shotclock/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Creates a schedule with two items and starts a run. */
async function startRun() {
  const { id } = await api.createSchedule([
    { url: 'https://example.com/' },
    { url: 'https://example.com/2' },
  ]);
  const run = await api.send<ScheduleExecution>('POST', `/api/v1/schedules/${id}/run`);
  return { path: `/api/v1/schedules/${id}`, execution: `/api/v1/executions/${run.body.id}` };
}
const read = async <T>(path: string) => (await api.send<T>('GET', path)).body;

describe('deleting a schedule with an active run', () => {
  test.each(['', '?running=finish'])('lets the run finish: %s', async (query) => {
    const { path, execution } = await startRun();
    expect((await api.send('DELETE', `${path}${query}`)).status).toBe(204);
    expect(await read(execution)).toMatchObject({ status: 'PROCESSING' });
    await api.work();
    expect(await read(execution)).toMatchObject({ status: 'COMPLETED', successfulItems: 2 });
  });

  test('cancels the run with running=cancel', async () => {
    const { path, execution } = await startRun();
    const second = await api.send<ScheduleExecution>('POST', `${path}/run`);
    expect((await api.send('DELETE', `${path}?running=cancel`)).status).toBe(204);
    expectProblem(await api.send('GET', path), 'not_found');
    for (const run of [execution, `/api/v1/executions/${second.body.id}`]) {
      expect(await read(run)).toMatchObject({ status: 'FAILED', failedItems: 2, totalItems: 2 });
      const { content } = await read<Page<Screenshot>>(`${run}/screenshots`);
      expect(content.map(({ description }) => description)).toEqual(
        Array(2).fill('The capture was canceled.'),
      );
    }
    expect(await api.work()).toBe(0);
  });

  test('cancels nothing if the client has an outdated version of the schedule', async () => {
    const { path, execution } = await startRun();
    const stale = { 'if-match': '"stale"' };
    const refused = await api.send('DELETE', `${path}?running=cancel`, undefined, stale);
    expectProblem(refused, 'precondition_failed');
    expect(await read(execution)).toMatchObject({ status: 'PROCESSING' });
    const { etag } = (await api.send('GET', path)).headers;
    const deleted = await api.send('DELETE', `${path}?running=cancel`, undefined, {
      'if-match': String(etag),
    });
    expect(deleted.status).toBe(204);
  });

  test('compares the version only once, because a new run can start while others are being canceled', async () => {
    const { path } = await startRun();
    let compared = 0;
    const isCurrent = () => {
      compared += 1;
      return compared === 1;
    };
    const scheduleId = Number(path.split('/').at(-1));
    await deleteSchedule({ ...api.context, isCurrent }, { scheduleId, running: 'cancel' });
    expectProblem(await api.send('GET', path), 'not_found');
  });

  test('rejects any other value', async () => {
    const { path } = await startRun();
    expectProblem(await api.send('DELETE', `${path}?running=stop`), 'validation_failed', [
      '/running invalid_value',
    ]);
  });
});

test('the executions of a deleted schedule are listed', async () => {
  const { path } = await startRun();
  await api.work();
  await api.send('DELETE', path);
  const executions = await read<Page<ExpandedExecution>>(`${path}/executions`);
  expect(executions).toMatchObject({ totalElements: 1, content: [{ status: 'COMPLETED' }] });
  const scheduleId = path.split('/').at(-1);
  expect(await read(`/api/v1/executions?scheduleId=${scheduleId}`)).toEqual(executions);
});
