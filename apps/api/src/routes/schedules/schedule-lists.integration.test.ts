import type { ListedSchedule, Page } from '@shotclock/contracts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

const path = '/api/v1/schedules';
const url = 'https://example.com/';

let api: TestApi;
beforeEach(async () => {
  await api?.close();
  api = await createTestApi();
});
afterAll(() => api.close());

const list = async (query = '') => (await api.send<Page<ListedSchedule>>('GET', `${path}${query}`)).body;

describe('GET /schedules', () => {
  test('lists schedules in pages, newest first', async () => {
    const first = await api.createSchedule([], 'A');
    const second = await api.createSchedule([], 'B');
    const page = await list('?size=2');
    expect(page.content.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(Object.keys(page)).toEqual(['content', 'page', 'size', 'totalElements', 'totalPages']);
  });

  test('contains the number of items instead of the items', async () => {
    const { items, ...schedule } = await api.createSchedule([{ url }, { url }]);
    const empty = await api.createSchedule();
    const { content } = await list('?sort=id,asc');
    expect(content).toStrictEqual([
      { ...schedule, itemCount: 2 },
      { ...without(empty, 'items'), itemCount: 0 },
    ]);
    expect((await list('?expand=items&sort=id,asc')).content).toStrictEqual([
      { ...schedule, itemCount: 2, items },
      { ...empty, itemCount: 0 },
    ]);
  });

  test('adds the policy and the upcoming runs', async () => {
    await api.createSchedule();
    const { content } = await list('?expand=policy,upcomingRuns');
    expect(Object.keys(content[0]!).slice(-3)).toEqual(['itemCount', 'policy', 'upcomingRuns']);
    const unknown = await api.send('GET', `${path}?expand=secrets`);
    expectProblem(unknown, 'validation_failed', ['/expand invalid_expand']);
  });

  test('rejects a page that would include more than 1,000 items', async () => {
    const many = async (count: number) => {
      const { id } = await api.createSchedule([{ url }]);
      const columns =
        'account_id, schedule_id, url, full_page, format, response_type, extract_html, extract_text';
      await api.context.db.orm.execute(`insert into schedule_items (position, ${columns})
        select n, ${columns} from schedule_items, generate_series(2, ${count}) n where schedule_id = ${id}`);
      return id;
    };
    const refusal = async (query: string) => {
      const response = await api.send('GET', `${path}?expand=items&${query}`);
      return expectProblem(response, 'validation_failed', ['/expand too_many_items']).detail;
    };
    await many(1);
    await many(1_000);
    const refused = '/expand cannot include 1001 items of one page; at most 1000';
    expect(await refusal('size=2')).toBe(`${refused}: request a smaller page.`);
    const id = await many(1_001);
    // The items of this schedule do not fit on any page.
    expect(await refusal('size=1')).toBe(
      `${refused}, and schedule ${id} alone has 1001: read them with GET ${path}/${id}/items.`,
    );
    expect((await list()).content[0]!.itemCount).toBe(1_001);
    expect((await api.send('GET', `${path}/${id}/items`)).status).toBe(200);
  });

  test('sorts names alphabetically, not by byte values', async () => {
    for (const name of ['Zebra', 'apple', 'Äpfel', 'Éclair', 'banana']) await api.createSchedule([], name);
    const names = async (sort: string) => (await list(`?sort=${sort}`)).content.map(({ name }) => name);
    const ordered = ['Äpfel', 'apple', 'banana', 'Éclair', 'Zebra'];
    expect(await names('name,asc')).toEqual(ordered);
    expect(await names('name,desc')).toEqual(ordered.toReversed());
  });
});

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _omitted, ...others } = value;
  return others;
}
