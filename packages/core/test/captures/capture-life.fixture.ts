import type { PrioritizedCaptureJob } from '@shotclock/queue';
import {
  claimScreenshot,
  createSchedule,
  listExecutions,
  releaseCaptures,
  runSchedule,
  settleSuccess,
  storeCapture,
} from '../../src/index.ts';
import { endRetryDelays, expireLeases } from '../worker-steps.fixture.ts';
import { hourly, inAnHour, item, openWorkspace } from '../workspace.fixture.ts';

export type CaptureLife = Awaited<ReturnType<typeof openCaptureLife>>;

export const image = { body: Buffer.from('an image'), contentType: 'image/png' };
const artifacts = { image, thumbnail: null, html: '<p>hello</p>', text: 'hello' };

/** A workspace with an in-memory queue and the steps of a scheduler and a worker. */
export async function openCaptureLife() {
  const workspace = await openWorkspace();
  const queue: PrioritizedCaptureJob[] = [];
  return {
    workspace,
    queue,
    /** Releases captures to the queue until `window` of them are waiting. */
    release: (window = 1_000) =>
      releaseCaptures({ db: workspace.db, enqueue: async (jobs) => void queue.push(...jobs) }, { window }),
    /** Starts a manual run of a new schedule with one item for each path. */
    async runOf(paths: string[]) {
      const schedule = await createSchedule(workspace.core, hourly(inAnHour(), { items: paths.map(item) }));
      const execution = await runSchedule(workspace.core, { scheduleId: schedule.id });
      const read = async () => {
        const page = await listExecutions(workspace.core, {
          scheduleId: schedule.id,
          page: 0,
          size: 200,
          sort: { field: 'id', direction: 'desc' },
        });
        return page.content.find((one) => one.id === execution.id)!;
      };
      return { schedule, execution, read };
    },
    /** Takes the next job from the queue and claims its screenshot. */
    async claimNext() {
      const job = queue.shift()!;
      const claim = await claimScreenshot(workspace.work, job);
      return { job, claim: claim! };
    },
    /** Stores artifacts and settles the claim successfully. */
    async succeed(claim: { screenshotId: number; token: string }) {
      const stored = await storeCapture(workspace.work.objects, artifacts);
      return settleSuccess(workspace.work, claim, { ...stored, description: null });
    },
    expireLeases: () => expireLeases(workspace),
    endRetryDelays: () => endRetryDelays(workspace),
    close: () => workspace.close(),
  };
}
