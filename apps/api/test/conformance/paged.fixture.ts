import { createTestApi, type TestApi } from '../../src/test-api.fixture.ts';
import { writeLedgerEntry } from './ledger.fixture.ts';
import { run, url } from './records.fixture.ts';

/** The three endpoints that return the envelope of section 2.7, each with the field that identifies its records. */
export const pagedEndpoints = [
  {
    section: '4.3 schedule executions',
    template: '/api/v1/schedules/{scheduleId}/executions',
    key: 'id',
    sorts: ['createdAt', 'id', 'startedAt', 'completedAt', 'status'],
  },
  {
    section: '4.5 screenshot activity',
    template: '/api/v1/activity/screenshots',
    key: 'screenshotId',
    sorts: ['createdAt'],
  },
  {
    section: '4.6 content-change activity',
    template: '/api/v1/activity/content-changes',
    key: 'referenceId',
    sorts: ['createdAt'],
  },
] as const;

export type PagedApi = { api: TestApi; recordsPerEndpoint: number; pathOf(template: string): string };

/** For each of the three endpoints, creates more records than fit on a page of the default size. */
export async function createPagedApi(): Promise<PagedApi> {
  const api = await createTestApi();
  const recordsPerEndpoint = 23;
  const { id } = await api.createSchedule([{ url }]);
  for (let record = 0; record < recordsPerEndpoint; record++) {
    await run(api, id);
    await api.work();
    await writeLedgerEntry(api, {
      transactionType: 'DEBIT',
      referenceType: 'CONTENT_CHANGE',
      referenceId: `check-${record}`,
      amount: 1,
      createdAt: `2026-11-21T09:00:00.${100 + record}Z`,
    });
  }
  return { api, recordsPerEndpoint, pathOf: (template) => template.replace('{scheduleId}', String(id)) };
}
