// Runs writers, deletions and sweeps concurrently on a few objects, with grace periods so short that they constantly
// race.
import { randomInt } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type ObjectStore, parseObjectKey, StorageError } from '@shotclock/storage';
import { eventually, repetitions } from '@shotclock/testing';
import { expect, test } from 'vitest';
import type { WorkContext } from '../../src/captures/work-context.ts';
import {
  adoptOrphans,
  createRecordedStore,
  deleteScreenshot,
  settleSuccess,
  storeCapture,
  sweepObjects,
} from '../../src/index.ts';
import { artifactsOf, claimNew, referredObjects } from '../captures.fixture.ts';
import { openWorkspaceForFile, type Workspace } from '../workspace.fixture.ts';

const holdSeconds = 0.04;
const graceSeconds = 2 * holdSeconds;
const contents = 6;
const rounds = repetitions({ usual: 8, thorough: 50 });
/** Approximate maximum number of records. This is less than `contents`, so that some objects are always unused. */
const maxKept = 3;

/** Lets the others run without occupying the processor. */
const pause = () => setTimeout(1);

const workspace = openWorkspaceForFile();

test('while writers, deletions and sweeps race, every record keeps its object and every unused object is swept', {
  timeout: 120_000,
}, async () => {
  const { db, core } = workspace;
  const store = workspace.work.objects;
  const work: WorkContext = { ...workspace.work, objects: createRecordedStore(db, store, { holdSeconds }) };
  const done = { settled: 0, refused: 0, deleted: 0, swept: 0 };
  const kept: number[] = [];
  /** Whether every kind of race has happened. Without these races, the test would prove nothing. */
  const allRacesHappened = () => done.swept > 10 && done.refused > 0 && done.deleted > rounds;

  /** Stores, sometimes waits, and settles. If settling fails, stores the objects again, as the next attempt would. */
  async function write(): Promise<void> {
    for (let n = 0; n < rounds || !allRacesHappened(); n += 1) {
      while (kept.length > maxKept) await pause();
      const claim = await claimNew(core, work);
      for (let settled = false; !settled; ) {
        const artifacts = { ...artifactsOf(`${randomInt(contents)}`), text: `${randomInt(contents)}` };
        const stored = await storeCapture(work.objects, artifacts);
        for (let iterations = randomInt(30); iterations > 0; iterations -= 1) await setImmediate();
        try {
          settled = await settleSuccess(work, claim, { ...stored, description: null });
          done.settled += 1;
        } catch (error) {
          if (!(error instanceof StorageError)) throw error;
          done.refused += 1;
        }
      }
      kept.push(claim.screenshotId);
    }
  }

  async function remove(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const screenshotId = kept.shift();
      if (screenshotId === undefined) await pause();
      else {
        await deleteScreenshot(core, { screenshotId });
        done.deleted += 1;
      }
    }
  }

  async function sweep(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      done.swept += await sweepObjects({ db, objects: store }, { graceSeconds, batch: 1 + randomInt(4) });
      await setImmediate();
    }
  }

  /** Every record that exists both before and after the check must have its objects. */
  async function watch(stop: AbortSignal, lost: string[]): Promise<void> {
    while (!stop.aborted) {
      const first = await referredObjects(db, store);
      if (first.lost.length === 0) continue;
      const again = await referredObjects(db, store);
      lost.push(...again.lost.filter((hash) => first.lost.includes(hash)));
    }
  }

  const stop = new AbortController();
  const lost: string[] = [];
  const others = [remove(stop.signal), remove(stop.signal), sweep(stop.signal), sweep(stop.signal)];
  const watching = watch(stop.signal, lost);
  try {
    await Promise.all(Array.from({ length: 4 }, write));
  } finally {
    stop.abort();
    await Promise.all([...others, watching]);
  }

  expect(lost).toEqual([]);
  expect((await referredObjects(db, store)).lost).toEqual([]);
  expect(done.settled).toBeGreaterThanOrEqual(4 * rounds);

  const nothingUnused = async () => {
    // A write that took longer than the grace period may have stored an object after its row was swept.
    await db.orm.execute('update object_scan set began_at = null');
    await adoptOrphans({ db, objects: store });
    await sweepObjects({ db, objects: store }, { graceSeconds });
    expect(await recordedAndStored(workspace, store)).toEqual(await referred());
    return true;
  };
  const referred = async () => {
    const { hashes } = await referredObjects(db, store);
    return { recorded: hashes, stored: hashes };
  };
  await eventually(nothingUnused, { timeoutMs: 60_000, what: 'all unused objects to be swept' });
});

/** The hashes of the rows in `objects` and the hashes of the objects in the store, both in ascending order. */
async function recordedAndStored({ db }: Workspace, store: ObjectStore) {
  const rows = await db.orm.execute<{ sha256: string }>('select sha256 from objects');
  const stored = (await store.list({ limit: 1_000 })).flatMap(({ key }) => parseObjectKey(key)?.sha256 ?? []);
  return {
    recorded: rows.map(({ sha256 }) => sha256).toSorted(),
    stored: [...new Set(stored)].toSorted(),
  };
}
