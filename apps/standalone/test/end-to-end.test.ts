import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type CaptureRequest,
  createClient,
  type Result,
  type Screenshot,
  type ShotclockClient,
  unwrap,
  verifyWebhook,
} from '@shotclock/client';
import { openDatabase } from '@shotclock/db';
import { processEnv } from '@shotclock/runtime';
import {
  bundledApps,
  eventually,
  type FixtureSite,
  metricValues,
  parseLogLine,
  startFixtureSite,
  startReceiver,
} from '@shotclock/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { monitoringExpressions, referencesOf } from './monitoring-files.fixture.ts';
import { completedExecution, fetchBytes as fetchWithKey, screenshotsOf } from './read-results.fixture.ts';
import { type Standalone, startStandalone, stopStandalone } from './running-system.fixture.ts';
import { databaseUrl, scrape } from './scrape.fixture.ts';
import {
  type Operations,
  readOperations,
  startValidatingProxy,
  type ValidatingProxy,
} from './validating-proxy.fixture.ts';

const completionTimeoutMs = 90_000;
/** pino's numeric debug level. */
const debugLevel = 20;

async function pixel(image: Buffer, left: number, top: number): Promise<number[]> {
  const area = await sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...area];
}

const cookie = 'session-5ecre7-c0ffee-5ecre7';
const signature = 'signature-5ecre7-5eed-5ecre7';
/** It has the length of a real key and a correct checksum. */
const wrongKey = `sc_${'0'.repeat(43)}2CZclj`;

/** Runs the command that standalone has printed, while standalone is running, and returns the key. */
async function createFirstKey({ output, dataDir }: Standalone): Promise<string> {
  const [, folder, command] = /KEY=\$\(DATA_DIR=(\S+) npx pnpm@12 shotclock (.+)\)\n/.exec(output())!;
  expect(folder).toBe(dataDir);
  const program = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command!.split(' ')], {
    env: { ...processEnv(), ...bundledApps(), DATABASE_URL: '', DATA_DIR: folder! },
  });
  return stdout.trim();
}

/** Returns the body of a 201 response. */
function created<T>(result: Result<T>): T {
  const found = unwrap(result);
  expect(result.response.status).toBe(201);
  return found;
}

const close = (actual: number[], expected: number[]) =>
  actual.every((value, index) => Math.abs(value - expected[index]!) <= 6);

let operations: Operations;
beforeAll(async () => {
  operations = await readOperations();
});

// All requests go through a proxy that validates requests and responses. The tests run on both queue backends. With
// Redis, they use AUTH_MODE=api-key and the key that the printed command creates.
describe.each(['postgres', 'redis'] as const)('the whole system with its queue on %s', (backend) => {
  let site: FixtureSite;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let system: Standalone;
  let proxy: ValidatingProxy;
  let api: ShotclockClient;
  let key: string | undefined;
  const fetchBytes = (url: string) => fetchWithKey(url, key);

  beforeAll(async () => {
    site = await startFixtureSite();
    receiver = await startReceiver();
    system = await startStandalone({
      EGRESS_ALLOW: site.hostPort,
      ALERT_ALLOW: '127.0.0.1/32',
      LOG_LEVEL: 'debug',
      ...(backend === 'redis' ? { REDIS_URL: inject('redisUrl'), AUTH_MODE: 'api-key', DEMO: 'on' } : {}),
    });
    proxy = await startValidatingProxy(system.origin, operations);
    if (backend === 'redis') key = await createFirstKey(system);
    api = createClient({
      baseUrl: proxy.origin,
      fetch: proxy.fetch,
      ...(key === undefined ? {} : { apiKey: key }),
    });
  }, 300_000);
  afterAll(async () => {
    await proxy.close();
    await stopStandalone(system);
    await receiver.close();
    await site.close();
  }, 60_000);

  test('with authentication, requests need a key, and there is no demo', async () => {
    const list = (headers = {}) => fetch(`${system.origin}/api/v1/schedules`, { headers });
    expect((await list()).status).toBe(backend === 'redis' ? 401 : 200);
    const wrong = { authorization: `Bearer ${wrongKey}`, cookie: `session=${cookie}` };
    expect((await list(wrong)).status).toBe(backend === 'redis' ? 401 : 200);
    expect(unwrap(await api.GET('/api/v1/schedules'))).toMatchObject({ totalElements: 0 });
    expect(system.output()).not.toContain('Demo');
    const url = `${system.origin}/demo/clock`;
    expect((await fetch(url)).status).toBe(404);
    expect((await api.POST('/api/v1/screenshots', { body: { url } })).error).toMatchObject({
      type: '/problems/url_not_allowed',
    });
    const signed = await fetch(`${system.origin}/api/v1/screenshots/1/image?signature=${signature}`);
    expect(signed.ok).toBe(false);
  });

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

  /**
   * Milliseconds from `at` to the response to a request that is sent at that time. A busy machine delays the scheduler by
   * the same amount.
   */
  const requestDelayAt = async (at: Date) => {
    await delay(at.getTime() - Date.now());
    unwrap(await api.GET('/api/v1/schedules'));
    return Date.now() - at.getTime();
  };

  test('a schedule runs on time and captures its four items, and every image can be read', async () => {
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
    const params = { path: { screenshotId: rich.id }, query: { expand: 'capture' as const } };
    const { capture } = unwrap(await api.GET('/api/v1/screenshots/{screenshotId}', { params }));
    const thumbnail = await fetchBytes(capture!.thumbnail!.url);
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

  test('the metrics of all apps match the tables, and include all metrics that the alert rules and the dashboard use', async () => {
    const db = openDatabase({ url: await databaseUrl(system), name: 'metrics test', connections: 2 });
    const countBy = async (what: string, where: string) => {
      const rows = await db.orm.execute<{ value: string; captures: number }>(
        `select ${what} as value, count(*)::int as captures from screenshots where ${where} group by 1`,
      );
      return Object.fromEntries(rows.map(({ value, captures }) => [value, captures]));
    };
    const worker = await scrape(system, 'worker');
    const workerText = await worker.text();
    const pids = await system.pidsOf('worker');
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const waiting: number[] = [];
    try {
      for (let n = 0; n < 3; n += 1) {
        const body = { url: site.url('/blocks'), width: 400, height: 300 };
        const headers = { prefer: 'respond-async' };
        waiting.push(unwrap(await api.POST('/api/v1/screenshots', { body, headers })).id);
      }
      const path = { screenshotId: waiting.pop()! };
      unwrap(await api.POST('/api/v1/screenshots/{screenshotId}/cancel', { params: { path } }));
      const texts = [workerText];
      for (const app of ['api', 'scheduler'] as const) texts.push(await (await scrape(system, app)).text());
      const values = await metricValues({ text: async () => texts.join('') });
      const sum = (name: string, label: string) => {
        const sums: Record<string, number> = {};
        for (const text of texts)
          for (const [, value, count] of text.matchAll(new RegExp(`^${name}{${label}="(.+)"} (\\d+)$`, 'gm')))
            if (count !== '0') sums[value!] = (sums[value!] ?? 0) + Number(count);
        return sums;
      };

      expect(sum('shotclock_captures_settled_total', 'outcome')).toEqual(
        await countBy(`coalesce(failure_code, 'success')`, `status in ('SUCCESS', 'FAILED')`),
      );
      expect(sum('shotclock_captures_settled_total', 'outcome')).toMatchObject({ cancelled: 1 });
      expect(sum('shotclock_captures_waiting', 'kind')).toEqual(
        await countBy(
          `case source when 'MANUAL_SCREENSHOT' then 'manual' else 'scheduled' end`,
          `status = 'PENDING'`,
        ),
      );
      expect(values.get('shotclock_captures_waiting{kind="manual"}')).toBe(waiting.length);
      const [runs] = await db.orm.execute<{ runs: number }>(
        'select count(*)::int as runs from schedule_executions',
      );
      expect(values.get('shotclock_run_lag_seconds_count')).toBe(runs!.runs);
      expect(values.get('shotclock_feed_count_samples_total{result="equal"}')).toBe(1);
      expect(values.get('shotclock_browsers_running')).toBeGreaterThan(0);
      const exposed = new Set(
        texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)),
      );
      const named = monitoringExpressions().flatMap(([, expr]) =>
        referencesOf(expr).map(({ metric }) => metric),
      );
      expect(named.filter((name) => !exposed.has(name))).toEqual([]);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      await db.close();
    }
    for (const screenshotId of waiting) {
      const path = { screenshotId };
      const status = async () =>
        unwrap(await api.GET('/api/v1/screenshots/{screenshotId}', { params: { path } })).status;
      await eventually(async () => (await status()) === 'SUCCESS', {
        timeoutMs: completionTimeoutMs,
        what: 'the waiting captures to succeed',
      });
    }
  });

  test('an execution captures each item exactly once even if the worker is killed', async () => {
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

  test('a webhook is told which condition of a check holds', async () => {
    const destination = created(
      await api.POST('/api/v1/destinations', {
        body: { name: 'prices', kind: 'webhook', config: { url: `${receiver.origin}/hook` } },
      }),
    );
    const rule = { events: ['content.changed' as const], destinationIds: [destination.id] };
    created(await api.POST('/api/v1/alert-rules', { body: { name: 'prices', ...rule } }));
    const conditions = { numberSelector: 'h1', below: 100 };
    const body = { url: site.url('/edition'), comparison: { conditions, confirm: false } };
    const changed: (boolean | null)[] = [];
    for (const edition of [120, 110, 90]) {
      site.publish(edition);
      changed.push(created(await api.POST('/api/v1/content-changes', { body })).changed);
    }
    expect(changed).toEqual([false, false, true]);
    const timeoutMs = completionTimeoutMs;
    await eventually(() => receiver.received.length > 0, { timeoutMs, what: 'the message' });
    const { body: sent, headers } = receiver.received[0]!;
    const message = await verifyWebhook({ body: sent, headers, secret: destination.secret! });
    expect(message.type).toBe('content.changed');
    const items = JSON.stringify(message.data.items);
    expect(items).toContain('The number is below 100: 90, after 110.');
    expect(receiver.received).toHaveLength(1);
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

  test('the log lines of a capture contain its request ID, probes are logged at debug level, and no line contains a duplicate key', async () => {
    const requestId = `end-to-end-${backend}`;
    const body = { url: site.url('/blocks'), width: 400, height: 300 };
    const params = { header: { 'X-Request-Id': requestId } };
    await fetch(`${system.origin}/health/ready`);
    const { id } = created(await api.POST('/api/v1/screenshots', { body, params }));
    /** Returns the lines that are complete so far. */
    const linesOf = async (app: string) => {
      const text = await readFile(join(system.dataDir, 'logs', `${app}.log`), 'utf8');
      return text.split('\n').slice(0, -1).map(parseLogLine);
    };
    expect((await linesOf('scheduler')).length).toBeGreaterThan(0);
    // An app logs a request after its response.
    const { ofApi } = await eventually(
      async () => {
        const lines = await linesOf('api');
        return lines.some((line) => line.requestId === requestId) && { ofApi: lines };
      },
      { what: 'the API to log the request' },
    );
    const probes = ofApi.filter(({ route }) => route === '/health/ready');
    expect(new Set(probes.map(({ level }) => level))).toEqual(new Set([debugLevel]));
    const { ofCapture } = await eventually(
      async () => {
        const all = [...(await linesOf('scheduler')), ...(await linesOf('worker'))];
        const lines = all.filter((line) => line.screenshotId === id);
        return lines.some(({ msg }) => msg === 'capture succeeded') && { ofCapture: lines };
      },
      { what: 'the worker to log the capture' },
    );
    expect(ofCapture.filter((line) => line.requestId !== requestId)).toEqual([]);
  });

  test('logs do not contain keys, cookies, signatures or the database password', async () => {
    const logs = await Promise.all(
      ['api', 'scheduler', 'worker'].map((app) =>
        readFile(join(system.dataDir, 'logs', `${app}.log`), 'utf8'),
      ),
    );
    const password = new URL(await databaseUrl(system)).password;
    expect(password.length).toBeGreaterThan(10);
    // Logs identify a key by its first characters.
    for (const secret of [wrongKey, key, password, cookie, signature].map((one) => one?.slice(-20)))
      for (const log of [...logs, system.output()]) if (secret) expect(log).not.toContain(secret);
  });

  test('all requests and responses match the OpenAPI document', async () => {
    const path = { id: 1_000_000 };
    const missing = await api.GET('/api/v1/schedules/{id}', { params: { path } });
    expect(missing.response.status).toBe(404);
    expect(proxy.violations).toEqual([]);
    expect(proxy.responses()).toBeGreaterThan(30);
    await api.GET('/api/v1/schedules', { params: { query: { size: 0 } } });
    expect(proxy.violations.join()).toMatch(/\/api\/v1\/schedules\?size=0 400: .*must be >= 1/);
  });
});
