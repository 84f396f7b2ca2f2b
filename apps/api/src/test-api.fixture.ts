import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type {
  FieldError,
  KeyScope,
  PageRecord,
  Problem,
  ProblemCode,
  Schedule,
  ScheduleItem,
  Screenshot,
} from '@shotclock/contracts';
import {
  type Baseline,
  type CheckOutcome,
  type CoreContext,
  claimScreenshot,
  createApiKey,
  createAuthentication,
  createEventHub,
  createKeyQuota,
  createLinkSigner,
  createLinks,
  createSettlementListener,
  databaseCheck,
  failAttempt,
  type PendingCheck,
  type RequestLimits,
  releaseCaptures,
  type StoredObjects,
  settleCompared,
  settleSuccess,
  storeCapture,
  storeObject,
  textObject,
} from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { migrate, openDatabase, pingDatabase } from '@shotclock/db';
import { parseEgressAllow } from '@shotclock/egress';
import { createLogger, createMetricsRegistry, createReadiness, diagnose } from '@shotclock/runtime';
import { createFilesystemStore, type ObjectStore } from '@shotclock/storage';
import { createDatabase, requestLimits } from '@shotclock/testing';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { ApiDependencies } from './api-instance.ts';
import { buildApp } from './app.ts';
import { defaultLoadLimits } from './limits/load-monitor.ts';
import { sharedCompilers } from './validation/shared-compilers.fixture.ts';

export const origin = 'http://localhost:3000';
/** The changed area of visual checks, in pixels. */
export const changedArea = {
  baseline: { left: 300, top: 500, width: 40, height: 20 },
  current: { left: 300, top: 560, width: 40, height: 30 },
};
/** A PNG that consists of one transparent pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The secret that signs links if the API requires keys. */
export const linkSecret = 'a secret of at least 32 characters';
export const linkSigner = createLinkSigner([linkSecret]);

export type TestResponse<T> = { status: number; headers: Record<string, unknown>; body: T; bytes: Buffer };
export type TestApi = Awaited<ReturnType<typeof createTestApi>>;

type TestOptions = {
  /** The maximum number of connections from the API to its database. */
  connections?: number;
  /** Whether requests require an API key (`createKey`). */
  needsKeys?: boolean;
  /** Prepares an empty database in place of the migrations. */
  prepare?: (url: string) => Promise<void>;
  /** The heartbeat interval of event streams. */
  heartbeatMs?: number;
};

/**
 * Starts the API with its own database, and with its own object store unless `store` is given. `send` does not use a
 * socket.
 */
export async function createTestApi(
  {
    connections,
    needsKeys = false,
    prepare,
    heartbeatMs,
    ...changes
  }: Partial<ApiDependencies> & TestOptions = {},
  store?: ObjectStore,
) {
  const database = await createDatabase(prepare ? {} : { migrate });
  await prepare?.(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-api-'));
  const db = openDatabase({ url: database.url, name: 'api test', ...(connections ? { connections } : {}) });
  const settlements = createSettlementListener(db, { onError: () => undefined });
  const events = createEventHub(db, {
    onError: () => undefined,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  });
  const stopping = new AbortController();
  const logger = createLogger({ name: 'api test', level: 'silent' });
  const limits: RequestLimits = { ...requestLimits(), maxItemsPerSchedule: 8 };
  const keyQuota = createKeyQuota(db, { atBoundMs: 0 });
  const context = createTestContext(db, store ?? createFilesystemStore(folder), {
    links: createLinks({ publicUrl: () => origin, signer: null }),
    limits,
    keyQuota,
  });
  const { objects } = context;
  const authentication = needsKeys
    ? createAuthentication(db, {
        signer: linkSigner,
        onError: () => undefined,
        onChanged: events.checkAuthorization,
      })
    : null;
  if (authentication) {
    context.onApiKeyChanged = authentication.forget;
    context.links = createLinks({ publicUrl: () => origin, signer: linkSigner });
    context.onSessionEnded = authentication.forgetSession;
  }
  const app = await buildApp({
    logger,
    authentication,
    requestLimit: null,
    maxFailedKeys: 1_000,
    trustProxy: '',
    coreContext: () => context,
    maxItemsPerRequest: 5,
    publicUrl: () => origin,
    settlements,
    events,
    delivery: 'stream',
    egressAllow: parseEgressAllow(''),
    alertAllow: parseEgressAllow(''),
    readiness: createReadiness({
      checks: { database: () => pingDatabase(db), objects: () => objects.ping() },
      stopping: stopping.signal,
      logger,
    }),
    diagnose: () => diagnose([databaseCheck(db)]),
    metrics: createMetricsRegistry('api').metrics,
    draining: stopping.signal,
    stopping: stopping.signal,
    corsOrigins: [],
    guardHost: true,
    dashboard: null,
    handbook: { fileAt: async () => null },
    imageOrigins: [],
    demo: true,
    compilers: sharedCompilers,
    // A test must not fail because the machine is busy.
    loadLimits: { ...defaultLoadLimits, maxDelayMs: Number.POSITIVE_INFINITY },
    ...changes,
  });

  async function send<T = unknown>(
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse<T>> {
    // The response of an event stream does not end. Its first part is ignored.
    const isStream = method === 'GET' && url === '/api/v1/events';
    const response = await app.inject({
      method: method!,
      url,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(isStream ? { payloadAsStream: true } : {}),
    });
    if (isStream && response.statusCode === 200) response.stream().destroy();
    const bytes = isStream ? await bytesOf(response.stream()) : response.rawPayload;
    const isJson =
      String(response.headers['content-type']).includes('json') &&
      response.headers['content-encoding'] === undefined &&
      bytes.length > 0;
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (isJson ? JSON.parse(bytes.toString()) : bytes.toString()) as T,
      bytes,
    };
  }

  const worker = { db, objects, leaseSeconds: 60 };

  /** A comparison that treats any difference as a change. The diff is one pixel or one line, and the changed area is fixed. */
  async function compare(check: PendingCheck, { hashes }: StoredObjects, baseline: Baseline | null) {
    const { mode } = check.comparison;
    const subject = (mode === 'visual' ? hashes.image : hashes[mode])!;
    const changed = baseline !== null && baseline.subject !== subject;
    const diff = changed
      ? await storeObject(
          objects,
          mode === 'visual' ? { body: png, contentType: 'image/png' } : textObject('-a\n'),
        )
      : null;
    const outcome: CheckOutcome = {
      status: 'SUCCESS',
      baseline,
      changed,
      ratio: changed ? 0.25 : 0,
      subject,
      masks: [],
      diff: diff?.sha256 ?? null,
      changedArea: changed && mode === 'visual' ? changedArea : null,
      description: null,
    };
    return { outcome, stored: diff ? [diff] : [] };
  }

  return {
    app,
    context,
    send,
    stopping,
    /** Creates a key of an account (by default, the default account) and returns the headers that send the key. */
    async createKey(scopes: KeyScope[] = ['read', 'write'], accountId?: number) {
      const created = await createApiKey(context, {
        name: 'test',
        scopes,
        ...(accountId === undefined ? {} : { accountId }),
      });
      return { ...created, headers: { authorization: `Bearer ${created.key}` } };
    },
    /** The context of a new account. */
    async otherAccount(): Promise<CoreContext> {
      const [row] = await db.orm.execute<{ id: string }>(
        `insert into accounts (name) values ('other') returning id`,
      );
      return { ...context, accountId: Number(row!.id) };
    },
    /** Creates a schedule with these items that does not become due during a test. */
    async createSchedule(items: object[] = [], name = 'Front page'): Promise<Schedule> {
      const schedule = {
        type: 'INTERVAL',
        intervalValue: 1,
        intervalUnit: 'DAYS',
        firstRunAt: '2999-01-01T00:00:00Z',
      };
      const response = await send<Schedule>('POST', '/api/v1/schedules', { name, schedule, items });
      expect(response.status).toBe(201);
      return response.body;
    },
    addItems: (scheduleId: number, items: unknown) =>
      send<ScheduleItem[]>('POST', `/api/v1/schedules/${scheduleId}/items`, items),
    async createScreenshot(request: object = { url: 'https://example.com/' }): Promise<Screenshot> {
      const response = await send<Screenshot>('POST', '/api/v1/screenshots', request, {
        prefer: 'respond-async',
      });
      expect(response.status).toBe(202);
      return response.body;
    },
    /**
     * Acts as the scheduler and a worker: releases, claims and settles at most `most` pending captures and their content-change checks. The
     * captures succeed with an image and text, or fail with `failure` and the page image `failed`. Returns the number of captures.
     */
    async work(
      failure?: string,
      {
        most = 100,
        picture = png,
        failed,
        page,
      }: { most?: number; picture?: Buffer; failed?: Buffer; page?: PageRecord } = {},
    ): Promise<number> {
      const jobs: { screenshotId: number; attempt: number }[] = [];
      await releaseCaptures(
        { db, enqueue: async (released) => void jobs.push(...released) },
        { window: most },
      );
      for (const job of jobs) {
        const claimed = (await claimScreenshot(worker, job))!;
        if (failure) {
          const image = failed && (await storeObject(objects, { body: failed, contentType: 'image/jpeg' }));
          await failAttempt(worker, claimed, { code: 'name_not_resolved', description: failure }, image);
          continue;
        }
        const { extractHtml, extractText, thumbnailWidth } = claimed.settings;
        const stored = await storeCapture(objects, {
          image: { body: picture, contentType: 'image/png' },
          thumbnail: thumbnailWidth ? { body: png, contentType: 'image/png' } : null,
          html: extractHtml ? `<p>Hello</p><script>alert(${picture.length})</script>` : null,
          text: extractText ? 'Hello' : null,
        });
        const { check } = claimed;
        const result = { ...stored, description: null, ...(page && { page }) };
        const compareWith = (baseline: Baseline | null) => compare(check!, result, baseline);
        if (check) await settleCompared(worker, { ...claimed, check }, result, compareWith);
        else await settleSuccess(worker, claimed, result);
      }
      return jobs.length;
    },
    async close() {
      await app.close();
      await settlements.close();
      await events.close();
      await authentication?.close();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const bytesOf = async (stream: Readable) => (stream.destroyed ? Buffer.alloc(0) : buffer(stream));

/** Expects a problem with this code and exactly these errors, each in the form `path code`. */
export function expectProblem(
  response: TestResponse<unknown>,
  code: ProblemCode,
  errors?: string[],
): Problem {
  const problem = response.body as Problem;
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(problem).toMatchObject({ code, type: `/problems/${code}`, status: response.status });
  expect(problem.requestId).toBe(response.headers['x-request-id']);
  const named = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'];
  expect(Object.keys(problem).filter((key) => key !== 'errors')).toEqual(named);
  if (errors) expect(problem.errors?.map(errorText)).toEqual(errors);
  return problem;
}

const errorText = ({ path, code }: FieldError) => `${path} ${code}`;
