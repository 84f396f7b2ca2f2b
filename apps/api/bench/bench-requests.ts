import type { BenchRequest } from './measure-requests.ts';
import type { Seeded } from './seed-database.ts';

/** The requests in sections 4.1 to 4.6 of the specification, and the list of schedules. */
export function benchRequests({ small, large, growing, screenshot }: Seeded): BenchRequest[] {
  const get = (key: string, name: string, path: string): BenchRequest => ({
    key,
    name,
    method: 'GET',
    paths: [`/api/v1${path}`],
  });
  return [
    {
      key: 'add',
      name: '`POST /schedules/{id}/items`, one item',
      method: 'POST',
      paths: growing.map((id) => `/api/v1/schedules/${id}/items`),
      body: JSON.stringify([{ url: 'https://example.com/', width: 1_280, height: 720, fullPage: true }]),
    },
    get('schedule', '`GET /schedules/{id}`, 2 items', `/schedules/${small}`),
    get('large', '`GET /schedules/{id}`, 1,000 items', `/schedules/${large}`),
    get('executions', '`GET /schedules/{id}/executions`', `/schedules/${small}/executions`),
    get('screenshot', '`GET /screenshots/{id}`', `/screenshots/${screenshot}`),
    get('feed', '`GET /activity/screenshots`', '/activity/screenshots'),
    get('ledger', '`GET /activity/content-changes`', '/activity/content-changes'),
    get('list', '`GET /schedules`', '/schedules'),
  ];
}
