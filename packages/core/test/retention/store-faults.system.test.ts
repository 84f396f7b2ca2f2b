// Tests captures with an S3 store that can fail before, during or after any request.
import { createS3Store, parseObjectKey, StorageError } from '@shotclock/storage';
import { type HttpFault, startHttpFaultProxy, startS3Server } from '@shotclock/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createRecordedStore,
  deleteScreenshot,
  failAttempt,
  getScreenshot,
  settleSuccess,
  storeCapture,
  sweepObjects,
} from '../../src/index.ts';
import { ageObjects, artifactsOf, capture, claimNew, referredObjects } from '../captures.fixture.ts';
import { openWorkspace, type Workspace } from '../workspace.fixture.ts';

const graceSeconds = 3_600;

let workspace: Workspace;
let server: Awaited<ReturnType<typeof startS3Server>>;
let proxy: Awaited<ReturnType<typeof startHttpFaultProxy>>;
beforeAll(async () => {
  workspace = await openWorkspace();
  server = await startS3Server();
  proxy = await startHttpFaultProxy(server.options.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await workspace.close();
});

beforeEach(() => {
  proxy.chooseFault = () => 'none';
});

const faults: HttpFault[] = [
  'reset',
  'reset during request',
  'reset before response',
  'internal error',
  'slow down',
  'no response',
];
/** The same store without the fault proxy. */
const plainStore = () => createS3Store(server.options);
const openStore = (timeoutMs: number) =>
  createS3Store({ ...server.options, endpoint: proxy.origin, timeoutMs });
const workWith = (store: ReturnType<typeof openStore>) => ({
  ...workspace.work,
  objects: createRecordedStore(workspace.db, store),
});
const failure = { code: 'storage_failed', description: 'The capture could not be stored.' } as const;

describe('an object store that fails', () => {
  test('does not use up an attempt if the store recovers within seconds', async () => {
    const store = openStore(10_000);
    await store.ping();
    let faultsLeft = 3;
    proxy.chooseFault = () => (faultsLeft-- > 0 ? faults[faultsLeft % faults.length]! : 'none');
    const { id, hashes } = await capture(
      workspace.core,
      workWith(store),
      artifactsOf('stored after retries'),
    );
    expect(await getScreenshot(workspace.core, { screenshotId: id })).toMatchObject({ status: 'SUCCESS' });
    expect((await referredObjects(workspace.db, plainStore())).hashes).toContain(hashes.image);
    expect(faultsLeft).toBeLessThan(0);
  });

  test('uses up an attempt if the store remains unavailable, but never leaves a record without its object', async () => {
    const store = openStore(10_000);
    await store.ping();
    proxy.chooseFault = () => 'slow down';
    const work = workWith(store);
    const claim = await claimNew(workspace.core, work);
    const storing = storeCapture(work.objects, artifactsOf('never stored'));
    await expect(storing).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
    await failAttempt(work, claim, failure);
    const { status } = await getScreenshot(workspace.core, { screenshotId: claim.screenshotId });
    expect(status).toBe('PENDING');
  });

  test('does not delay a capture beyond its deadline', async () => {
    const store = openStore(10_000);
    await store.ping();
    const stop = new AbortController();
    const reason = new Error('the deadline');
    proxy.chooseFault = () => {
      stop.abort(reason);
      return 'no response';
    };
    const storing = storeCapture(workWith(store).objects, artifactsOf('stored too late'), stop.signal);
    await expect(storing).rejects.toBe(reason);
  });

  test('never leaves a record without its object, and leaves no orphans after a sweep', {
    timeout: 120_000,
  }, async () => {
    const store = openStore(300);
    const work = workWith(store);
    const faultPlan = fc.array(fc.option(fc.constantFrom(...faults), { nil: 'none' as const, freq: 3 }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        faultPlan,
        fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }),
        async (planned, pages) => {
          const remaining = [...planned];
          proxy.chooseFault = () => remaining.shift() ?? 'none';
          for (const page of pages) {
            const claim = await claimNew(workspace.core, work);
            try {
              const stored = await storeCapture(work.objects, {
                ...artifactsOf(`page ${page}`),
                text: `${page}`,
              });
              await settleSuccess(work, claim, { ...stored, description: null });
              if (page % 2 === 0)
                await deleteScreenshot(workspace.core, { screenshotId: claim.screenshotId });
            } catch (error) {
              if (!(error instanceof StorageError)) throw error;
              await failAttempt(work, claim, failure);
            }
            await ageObjects(workspace.db, graceSeconds + 1);
            await sweepObjects({ db: workspace.db, objects: store }, { graceSeconds }).catch(
              (error: unknown) => {
                if (!(error instanceof StorageError)) throw error;
              },
            );
          }
          const plain = plainStore();
          expect((await referredObjects(workspace.db, plain)).lost).toEqual([]);
          await ageObjects(workspace.db, graceSeconds + 301);
          await sweepObjects({ db: workspace.db, objects: plain }, { graceSeconds });
          const { hashes, lost } = await referredObjects(workspace.db, plain);
          expect(lost).toEqual([]);
          const keys = (await plain.list({ limit: 1_000 })).map(({ key }) => parseObjectKey(key)?.sha256);
          expect([...new Set(keys)].toSorted()).toEqual(hashes);
        },
      ),
      { numRuns: 10 },
    );
  });
});
