import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createScreenshot,
  getScreenshot,
  recoverLost,
  recoverLostJobs,
  releaseCaptures,
} from '../../src/index.ts';
import { item } from '../workspace.fixture.ts';
import { type CaptureLife, openCaptureLife } from './capture-life.fixture.ts';

let life: CaptureLife;
beforeEach(async () => {
  life = await openCaptureLife();
});
afterEach(() => life.close());

describe('releasing captures', () => {
  test('fills the queue up to the release window', async () => {
    await life.runOf(['a', 'b', 'c', 'd', 'e']);
    expect(await life.release(2)).toBe(2);
    expect(await life.release(2)).toBe(0);
    await life.claimNext();
    expect(await life.release(2)).toBe(1);
  });

  test('releases a manual capture first, then executions round-robin', async () => {
    const long = await life.runOf(['1', '2', '3', '4', '5', '6']);
    const short = await life.runOf(['1']);
    const manual = await createScreenshot(life.workspace.core, { request: item('manual') });
    await life.release(3);
    const released = await Promise.all(life.queue.map((job) => getScreenshot(life.workspace.core, job)));
    const owners = released.map((one) => one.scheduleExecutionId);
    expect(life.queue.some((job) => job.screenshotId === manual.id && job.priority === 'high')).toBe(true);
    expect(owners).toContain(short.execution.id);
    expect(owners.filter((owner) => owner === long.execution.id)).toHaveLength(1);
  });

  test('returns captures to PENDING when the queue is unavailable', async () => {
    await life.runOf(['a']);
    const failingEnqueue = async () => Promise.reject(new Error('the queue is unavailable'));
    await expect(
      releaseCaptures({ db: life.workspace.db, enqueue: failingEnqueue }, { window: 10 }),
    ).rejects.toThrow('the queue is unavailable');
    expect(await life.release()).toBe(1);
  });

  test('releases a capture again with the same job if the job is lost', async () => {
    await life.runOf(['a']);
    await life.release();
    const [lost] = life.queue.splice(0);
    await life.workspace.db.orm.execute(`update captures set enqueued_at = now() - interval '2 minutes'`);
    expect(await recoverLost({ db: life.workspace.db })).toMatchObject({
      retried: 0,
      failed: 0,
      unclaimed: 1,
    });
    await life.release();
    expect(life.queue).toEqual([lost]);
  });

  test('marks a scheduled capture as overtakable only if no manual capture was pending when it was released', async () => {
    await life.runOf(['a', 'b']);
    await life.release(1);
    const [overtaken] = life.queue.splice(0);
    expect(overtaken!.priority).toBe('low');
    await createScreenshot(life.workspace.core, { request: item('manual') });
    await life.release(3);
    expect(life.queue.splice(0).map((job) => job.priority)).toEqual(['high', 'high']);
    await life.workspace.db.orm.execute(`update captures set enqueued_at = now() - interval '2 minutes'
      where screenshot_id = ${overtaken!.screenshotId}`);
    expect(await recoverLost({ db: life.workspace.db })).toMatchObject({ unclaimed: 1 });
    await life.release(3);
    expect(life.queue).toEqual([{ ...overtaken, priority: 'high' }]);
  });

  test('releases captures again within seconds after the queue loses its data', async () => {
    await life.runOf(['a', 'b']);
    await life.release();
    const recover = (queued: number) =>
      recoverLostJobs({ db: life.workspace.db, queued: async () => queued });
    expect(await recover(0)).toBe(0);
    await life.workspace.db.orm.execute(`update captures set enqueued_at = now() - interval '7 seconds'`);
    expect(await recover(1)).toBe(0);
    expect(await recover(0)).toBe(2);
    expect(await life.release()).toBe(2);
  });
});
