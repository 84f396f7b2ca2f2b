import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../src/test-api.fixture.ts';
import { readDocument, url } from './records.fixture.ts';

let api: TestApi;
let ids: { schedule: number; screenshot: number };
beforeAll(async () => {
  api = await createTestApi();
  ids = { schedule: (await api.createSchedule()).id, screenshot: (await api.createScreenshot()).id };
});
afterAll(() => api.close());

const endpoints: [section: string, method: 'GET' | 'POST', template: string, status: number][] = [
  ['4.1', 'POST', '/schedules/{scheduleId}/items', 201],
  ['4.2', 'GET', '/schedules/{id}', 200],
  ['4.3', 'GET', '/schedules/{scheduleId}/executions', 200],
  ['4.4', 'GET', '/screenshots/{screenshotId}', 200],
  ['4.5', 'GET', '/activity/screenshots', 200],
  ['4.6', 'GET', '/activity/content-changes', 200],
];

describe('9 versioning: the version is carried in the path prefix /api/v1', () => {
  test.each(endpoints)('%s %s %s', async (_section, method, template, status) => {
    const path = template
      .replace('{screenshotId}', String(ids.screenshot))
      .replace(/\{(id|scheduleId)\}/, String(ids.schedule));
    const body = method === 'POST' ? [{ url }] : undefined;
    expect((await api.send(method, `/api/v1${path}`, body)).status).toBe(status);
    for (const prefix of ['', '/api', '/v1', '/api/v2'])
      expectProblem(await api.send(method, `${prefix}${path}`, body), 'not_found');
    const document = await readDocument(api);
    expect(document.paths[`/api/v1${template}`]).toHaveProperty(method.toLowerCase());
  });

  test('on every endpoint except the health endpoints', async () => {
    const paths = Object.keys((await readDocument(api)).paths).filter((path) => !path.startsWith('/health/'));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatch(/^\/api\/v1\//);
  });
});
