import type { Page, ScheduleExecution, Screenshot, ScreenshotActivity } from '@shotclock/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { writeLedgerEntry } from './ledger.fixture.ts';
import { createScheduleThatRanOnce, read, readPage, run, url } from './records.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('3 states', () => {
  test('schedule status: ACTIVE while a run can follow, then COMPLETED', async () => {
    const active = await api.createSchedule([{ url }]);
    expect(active).toMatchObject({ status: 'ACTIVE', nextRunAt: '2999-01-01T00:00:00.000Z' });
    const completed = await createScheduleThatRanOnce(api);
    expect(completed).toMatchObject({ status: 'COMPLETED', nextRunAt: null });
    expect(completed.lastRunAt).not.toBeNull();
    await api.work();
  });

  test('schedule execution status: PROCESSING, then COMPLETED when an item succeeded', async () => {
    const execution = await startedExecution(2);
    expect((await execution()).status).toBe('PROCESSING');
    await api.work();
    expect((await execution()).status).toBe('COMPLETED');
  });

  test('schedule execution status: PROCESSING, then FAILED when every item failed', async () => {
    const execution = await startedExecution(2);
    await api.work('no response');
    expect((await execution()).status).toBe('FAILED');
  });

  test('schedule execution status: COMPLETED immediately when there are no items', async () => {
    expect((await (await startedExecution(0))()).status).toBe('COMPLETED');
  });

  test('screenshot status: SUCCESS', async () => {
    expect((await settledScreenshot()).status).toBe('SUCCESS');
  });

  test('screenshot status: FAILED', async () => {
    expect((await settledScreenshot('no response')).status).toBe('FAILED');
  });

  test('screenshot activity record status: COMPLETED for a success', async () => {
    const { id } = await settledScreenshot();
    const { content } = await readPage<ScreenshotActivity>(api, '/api/v1/activity/screenshots');
    expect(content[0]).toMatchObject({ screenshotId: String(id), status: 'COMPLETED' });
  });

  test('content-change activity record status: SUCCESS', async () => {
    await writeLedgerEntry(api, {
      transactionType: 'DEBIT',
      referenceType: 'CONTENT_CHANGE',
      referenceId: 'check-1',
      amount: 1,
      createdAt: '2026-11-21T09:00:00.000Z',
    });
    const { content } = await readPage<object>(api, '/api/v1/activity/content-changes');
    expect(content).toMatchObject([{ status: 'SUCCESS' }]);
  });
});

/** Starts a run with this number of items, and returns a function that reads its execution. */
async function startedExecution(items: number): Promise<() => Promise<ScheduleExecution>> {
  const schedule = await api.createSchedule(Array(items).fill({ url }));
  const id = await run(api, schedule.id);
  return async () => {
    const page = await read<Page<ScheduleExecution>>(api, `/api/v1/schedules/${schedule.id}/executions`);
    return page.content.find((execution) => execution.id === id)!;
  };
}

async function settledScreenshot(failure?: string): Promise<Screenshot> {
  const { id } = await api.createScreenshot();
  await api.work(failure);
  return read<Screenshot>(api, `/api/v1/screenshots/${id}`);
}
