import type { Page, Schedule } from '@shotclock/contracts';
import { dispatchDue } from '@shotclock/core/test/dispatch-due';
import { expect } from 'vitest';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { responseSchema } from '../../src/openapi/read-document.fixture.ts';
import type { TestApi } from '../../src/test-api.fixture.ts';
import type { ReturnedRecords } from './field-table.fixture.ts';

export const url = 'https://example.com/';

/** All capture settings that can be combined, with values other than their defaults. */
export const everySetting = {
  url: 'https://example.com/every-setting?at=once',
  width: 1280,
  height: 720,
  fullPage: false,
  format: 'jpeg',
  responseType: 'json',
  quality: 55,
  delay: 2.5,
  waitUntil: 'dom_loaded',
  waitUntilTimeout: 12.5,
  waitFor: 'main > p',
  crop: '0,10,300,200',
  thumbnailWidth: 200,
  userAgent: 'Shotclock/1',
  acceptLanguage: 'fr-FR,fr;q=0.8',
  extractHtml: true,
  extractText: true,
} as const;

/** Captures that together cover every value of every field in section 2.1. */
export const captures = [
  { url },
  everySetting,
  { url, fullPage: true, waitUntil: 'page_loaded' },
  { url, element: 'h1', waitUntil: 'network_idle', format: 'png' },
] as const;

let document: OpenapiDocument | undefined;

/** The document that the API serves. It is the same for all apps in these tests, and creating it takes long. */
export async function readDocument(api: TestApi): Promise<OpenapiDocument> {
  document ??= (await api.send<OpenapiDocument>('GET', '/openapi.json')).body;
  return document;
}

/** The records in a response and their schema. */
export async function returnedRecords(
  api: TestApi,
  operation: { method: 'GET' | 'POST'; path: string; status: number },
  records: object[],
): Promise<ReturnedRecords> {
  const document = await readDocument(api);
  return {
    document,
    schema: responseSchema(document, operation),
    records: records as Record<string, unknown>[],
  };
}

/** Sends a GET request and expects 200. */
export async function read<T>(api: TestApi, path: string): Promise<T> {
  const response = await api.send<T>('GET', path);
  expect(response.status).toBe(200);
  return response.body;
}

export async function readPage<T>(api: TestApi, path: string): Promise<Page<T>> {
  return read<Page<T>>(api, path);
}

export async function createSchedule(api: TestApi, body: object): Promise<Schedule> {
  const response = await api.send<Schedule>('POST', '/api/v1/schedules', { name: 'Conformance', ...body });
  expect(response.status).toBe(201);
  return response.body;
}

/** Creates a schedule whose only run is due, and dispatches it. */
export async function createScheduleThatRanOnce(api: TestApi): Promise<Schedule> {
  const firstRunAt = new Date().toISOString();
  const { id } = await createSchedule(api, { schedule: { type: 'ONCE', firstRunAt }, items: [{ url }] });
  await dispatchDue(api.context);
  return read<Schedule>(api, `/api/v1/schedules/${id}`);
}

/** Starts a manual run of a schedule and returns the ID of its execution. */
export async function run(api: TestApi, scheduleId: number): Promise<number> {
  const response = await api.send<{ id: number }>('POST', `/api/v1/schedules/${scheduleId}/run`);
  expect(response.status).toBe(202);
  return response.body.id;
}
