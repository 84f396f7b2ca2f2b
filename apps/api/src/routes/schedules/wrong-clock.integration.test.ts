import type { Problem, Schedule, SchedulePreview } from '@shotclock/contracts';
import { createS3Store } from '@shotclock/storage';
import { type S3Server, startS3Server } from '@shotclock/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../test-api.fixture.ts';

const minuteMs = 60_000;

let server: S3Server;
let api: TestApi;
beforeAll(async () => {
  server = await startS3Server();
  api = await createTestApi({ delivery: 'redirect' }, createS3Store(server.options));
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await api.close();
  await server.close();
});

/** Sets the clock of this process to a wrong time. Postgres runs in a separate process and keeps the true time. */
function setWrong(minutes: number): (fromNow: number) => string {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * minuteMs });
  return (fromNow) => new Date(now + fromNow).toISOString();
}

const once = (firstRunAt: string) => ({ name: 'once', schedule: { type: 'ONCE', firstRunAt } });
const hourly = { name: 'hourly', schedule: { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'HOURS' } };

/** The difference between a time and the true current time, in seconds. */
function fromTrue(time: string | null, now: string): number {
  return Math.abs(Date.parse(time!) - Date.parse(now)) / 1_000;
}

describe.each([5, -5])("with the API's clock off by %i minutes", (minutes) => {
  test('the database clock determines what is in the past', async () => {
    const at = setWrong(minutes);
    const soon = await api.send<Schedule>('POST', '/api/v1/schedules', once(at(2 * minuteMs)));
    expect([soon.status, soon.body.nextRunAt]).toEqual([201, at(2 * minuteMs)]);
    const past = await api.send<Problem>('POST', '/api/v1/schedules', once(at(-2 * minuteMs)));
    expect(past.body.errors).toEqual([
      expect.objectContaining({ path: '/schedule/firstRunAt', code: 'in_the_past' }),
    ]);
    const ended = { ...hourly, policy: { endsAt: at(minuteMs) } };
    expect((await api.send('POST', '/api/v1/schedules', ended)).status).toBe(201);
  });

  test('an interval without a first run starts at the current time of the database clock, even in a preview', async () => {
    const at = setWrong(minutes);
    const { body } = await api.send<Schedule>('POST', '/api/v1/schedules', hourly);
    expect(fromTrue(body.schedule.firstRunAt, at(0))).toBeLessThan(60);
    const preview = await api.send<SchedulePreview>('POST', '/api/v1/schedules/preview', {
      schedule: hourly.schedule,
    });
    expect(fromTrue(preview.body.runs[0]!, at(0))).toBeLessThan(60);
  });

  test('a redirect to the object store is valid for five minutes according to the database clock', async () => {
    const { id } = await api.createScreenshot({ url: 'https://example.com/' });
    await api.work();
    const at = setWrong(minutes);
    const { headers } = await api.send('GET', `/api/v1/screenshots/${id}/image`);
    const address = new URL(String(headers.location)).searchParams;
    const signedAt = address
      .get('X-Amz-Date')!
      .replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
    expect(fromTrue(signedAt, at(0))).toBeLessThan(60);
    expect(address.get('X-Amz-Expires')).toBe('300');
  });
});
