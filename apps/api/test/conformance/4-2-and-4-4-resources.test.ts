import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parameter } from '../../src/openapi/openapi-document.ts';
import { createTestApi, expectProblem, type TestApi } from '../../src/test-api.fixture.ts';
import { captures, createScheduleThatRanOnce, read, readDocument, run } from './records.fixture.ts';

let api: TestApi;
let ids: { schedule: number; screenshot: number };
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.createSchedule(captures as unknown as object[]);
  ids = { schedule: id, screenshot: (await api.createScreenshot()).id };
  await api.work();
});
afterAll(() => api.close());

const endpoints = [
  { section: '4.2 get schedule', collection: '/api/v1/schedules', parameter: 'id', kind: 'schedule' },
  {
    section: '4.4 get screenshot',
    collection: '/api/v1/screenshots',
    parameter: 'screenshotId',
    kind: 'screenshot',
  },
] as const;

describe.each(endpoints)('$section', ({ collection, parameter, kind }) => {
  test(`path parameter ${parameter}: integer, required`, async () => {
    const send = (id: string) => api.send('GET', `${collection}/${id}`);
    for (const id of ['one', '1.0', '1e1', '+1', '%20'])
      expectProblem(await send(id), 'validation_failed', [`/${parameter} invalid_type`]);
    for (const id of ['0', '-1'])
      expectProblem(await send(id), 'validation_failed', [`/${parameter} out_of_range`]);
    for (const id of ['987654', '9007199254740992', '9'.repeat(40)])
      expectProblem(await send(id), 'not_found');
  });

  test('the path parameter in the document', async () => {
    const document = await readDocument(api);
    const operation = document.paths[`${collection}/{${parameter}}`]!.get!;
    const documented = operation.parameters!.find(({ name }) => name === parameter) as Parameter;
    expect(documented).toMatchObject({ in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });
  });

  test('response: the requested object', async () => {
    expect(await read(api, `${collection}/${ids[kind]}`)).toMatchObject({ id: ids[kind] });
  });
});

describe('4.2 get schedule', () => {
  test('response: includes all its items, in the order in which they were added', async () => {
    const schedule = await read<{ items: { url: string }[] }>(api, `/api/v1/schedules/${ids.schedule}`);
    expect(schedule.items.map(({ url }) => url)).toEqual(captures.map(({ url }) => url));
  });
});

describe('4.4 get screenshot', () => {
  test('response: covers screenshots from manual and scheduled captures', async () => {
    await run(api, (await createScheduleThatRanOnce(api)).id);
    await api.work();
    for (const source of ['MANUAL_SCREENSHOT', 'SCHEDULED_SCREENSHOT']) {
      const feed = await read<{ content: { screenshotId: string }[] }>(
        api,
        `/api/v1/activity/screenshots?source=${source}`,
      );
      const { screenshotId } = feed.content[0]!;
      const screenshot = await read<{ scheduleItemId: number | null }>(
        api,
        `/api/v1/screenshots/${screenshotId}`,
      );
      expect(screenshot.scheduleItemId === null).toBe(source === 'MANUAL_SCREENSHOT');
    }
  });
});
