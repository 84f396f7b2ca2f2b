import { setTimeout as delay } from 'node:timers/promises';
import {
  type CaptureRequest,
  createClient,
  type Result,
  type Screenshot,
  type ShotclockClient,
  unwrap,
} from '@shotclock/client';
import { eventually, type FixtureSite, startFixtureSite } from '@shotclock/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { completedExecution, fetchBytes, screenshotsOf } from './read-results.fixture.ts';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';

const completionTimeoutMs = 90_000;

async function pixel(image: Buffer, left: number, top: number): Promise<number[]> {
  const area = await sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...area];
}

/** The body of a 201 response. */
function created<T>(result: Result<T>): T {
  const found = unwrap(result);
  expect(result.response.status).toBe(201);
  return found;
}

const close = (actual: number[], expected: number[]) =>
  actual.every((value, index) => Math.abs(value - expected[index]!) <= 6);

// All access is by HTTP. The tests run on both queue backends.
describe.each(['postgres', 'redis'] as const)('the whole system with its queue on %s', (backend) => {
  let site: FixtureSite;
  let system: Standalone;
  let api: ShotclockClient;

  beforeAll(async () => {
    site = await startFixtureSite();
    system = await startStandalone({
      EGRESS_ALLOW: site.hostPort,
      ...(backend === 'redis' ? { REDIS_URL: inject('redisUrl') } : {}),
    });
    api = createClient({ baseUrl: system.origin });
  }, 120_000);
  afterAll(async () => {
    await stopStandalone(system);
    await site.close();
  }, 60_000);

  const fourItems = (): CaptureRequest[] => [
    { url: site.url('/blocks'), width: 800, height: 600 },
    { url: site.url('/tall'), width: 1280, height: 720, fullPage: true, format: 'jpeg', quality: 90 },
    { url: site.url('/blocks'), width: 800, height: 600, crop: '300,200,100,100' },
    {
      url: site.url('/blocks'),
      width: 800,
      height: 600,
      thumbnailWidth: 200,
      extractHtml: true,
      extractText: true,
    },
  ];

  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const once = async (at: Date, items: CaptureRequest[]) => {
    const schedule = { type: 'ONCE' as const, firstRunAt: at.toISOString() };
    const body = { name: 'end to end', schedule, items };
    return created(await api.POST('/api/v1/schedules', { body }));
  };

  /** Milliseconds between `at` and the response to a request sent then. A busy machine delays the scheduler in the same way. */
  const requestDelayAt = async (at: Date) => {
    await delay(at.getTime() - Date.now());
    unwrap(await api.GET('/api/v1/schedules'));
    return Date.now() - at.getTime();
  };

  test('a schedule runs on time, captures its four items, and every image can be read', async () => {
    const at = inSeconds(2);
    const schedule = await once(at, fourItems());
    expect(schedule).toMatchObject({ status: 'ACTIVE', nextRunAt: at.toISOString() });
    expect(schedule.items).toHaveLength(4);

    const requestDelayMs = await requestDelayAt(at);
    const execution = await completedExecution(api, schedule.id, completionTimeoutMs);
    expect(execution).toMatchObject({
      status: 'COMPLETED',
      totalItems: 4,
      successfulItems: 4,
      failedItems: 0,
    });
    const delayMs = Date.parse(execution.startedAt) - at.getTime();
    expect(delayMs).toBeGreaterThanOrEqual(0);
    expect(delayMs).toBeLessThan(1_000 + 5 * requestDelayMs);
    const path = { id: schedule.id };
    expect(unwrap(await api.GET('/api/v1/schedules/{id}', { params: { path } }))).toMatchObject({
      status: 'COMPLETED',
      nextRunAt: null,
    });

    const shots = await screenshotsOf(api, execution.id);
    const byItem = new Map(shots.map((shot) => [shot.scheduleItemId, shot]));
    const [plain, tall, cropped, rich] = schedule.items.map((item) => byItem.get(item.id)!) as [
      Screenshot,
      Screenshot,
      Screenshot,
      Screenshot,
    ];
    const sizes = await Promise.all(
      [plain, tall, cropped, rich].map(async (shot) => {
        expect(shot).toMatchObject({ status: 'SUCCESS', description: null });
        const { width, height, format } = await sharp(await fetchBytes(shot.imageUrl)).metadata();
        return { width, height, format };
      }),
    );
    expect(sizes).toEqual([
      { width: 800, height: 600, format: 'png' },
      { width: 1280, height: 3000, format: 'jpeg' },
      { width: 100, height: 100, format: 'png' },
      { width: 800, height: 600, format: 'png' },
    ]);
    expect(await pixel(await fetchBytes(plain.imageUrl), 50, 50)).toEqual([255, 0, 0]);
    expect(await pixel(await fetchBytes(cropped.imageUrl), 99, 99)).toEqual([255, 255, 0]);
    expect(close(await pixel(await fetchBytes(tall.imageUrl), 640, 2_950), [0, 255, 255])).toBe(true);
    const thumbnail = await fetchBytes(rich.imageUrl.replace(/image$/, 'thumbnail'));
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 200, height: 150 });
    expect((await fetchBytes(rich.extractedHtmlUrl!)).toString()).toContain('<title>Blocks</title>');
  });

  test('an execution with an unreachable URL completes and describes the failure', async () => {
    const items = fourItems();
    items[1] = { url: 'http://nowhere.invalid/' };
    const schedule = await once(inSeconds(1), items);
    const execution = await completedExecution(api, schedule.id, completionTimeoutMs);
    expect(execution).toMatchObject({
      status: 'COMPLETED',
      totalItems: 4,
      successfulItems: 3,
      failedItems: 1,
    });

    const failed = (await screenshotsOf(api, execution.id)).filter((shot) => shot.status === 'FAILED');
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({
      url: 'http://nowhere.invalid/',
      scheduleItemId: schedule.items[1]!.id,
    });
    expect(failed[0]!.description).toMatch(/nowhere\.invalid|name/i);
  });

  test('an execution captures each item once when the worker is killed', async () => {
    const items = Array.from({ length: 6 }, () => ({
      url: site.url('/slow?ms=1500'),
      width: 400,
      height: 300,
    }));
    const schedule = await once(inSeconds(1), items);
    const before = site.requests.length;
    await eventually(async () => site.requests.slice(before).some((one) => one.path.startsWith('/slow')), {
      timeoutMs: 30_000,
      what: 'the first capture to start',
    });
    const [worker] = await system.pidsOf('worker');
    process.kill(worker!, 'SIGKILL');

    const execution = await completedExecution(api, schedule.id, completionTimeoutMs);
    expect(execution).toMatchObject({
      status: 'COMPLETED',
      totalItems: 6,
      successfulItems: 6,
      failedItems: 0,
    });
    const shots = await screenshotsOf(api, execution.id);
    expect(new Set(shots.map((shot) => shot.scheduleItemId)).size).toBe(6);
    expect(shots).toHaveLength(6);
    expect(await system.pidsOf('worker')).not.toContain(worker);
    for (const shot of shots)
      expect((await sharp(await fetchBytes(shot.imageUrl)).metadata()).width).toBe(400);
  });

  test('a manual capture returns its result', async () => {
    const body = { url: site.url('/blocks'), width: 640, height: 480 };
    const shot = created(await api.POST('/api/v1/screenshots', { body }));
    expect(shot).toMatchObject({ status: 'SUCCESS', scheduleExecutionId: null, scheduleItemId: null });
    expect(await sharp(await fetchBytes(shot.imageUrl)).metadata()).toMatchObject({
      width: 640,
      height: 480,
    });
  });

  test('a client runs a schedule manually', async () => {
    const schedule = created(
      await api.POST('/api/v1/schedules', {
        body: {
          name: 'manual run',
          schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
          items: fourItems().slice(0, 1),
        },
      }),
    );
    const path = { id: schedule.id };
    const answer = await api.POST('/api/v1/schedules/{id}/run', { params: { path } });
    expect(answer.response.status).toBe(202);
    const started = unwrap(answer);
    expect(started).toMatchObject({ status: 'PROCESSING', totalItems: 1 });
    expect(await completedExecution(api, schedule.id, completionTimeoutMs)).toMatchObject({
      id: started.id,
      status: 'COMPLETED',
    });
  });
});
