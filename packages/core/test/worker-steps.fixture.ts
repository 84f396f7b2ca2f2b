import {
  type ClaimedScreenshot,
  claimScreenshot,
  failAttempt,
  releaseCaptures,
  settleSuccess,
  storeCapture,
} from '../src/index.ts';
import type { Workspace } from './workspace.fixture.ts';

export type Job = { screenshotId: number; attempt: number };

/** Releases all pending captures and returns their jobs in screenshot order. */
export async function releaseAll({ db }: Workspace): Promise<Job[]> {
  const jobs: Job[] = [];
  await releaseCaptures({ db, enqueue: async (released) => void jobs.push(...released) }, { window: 1_000 });
  return jobs.sort((a, b) => a.screenshotId - b.screenshotId);
}

/** Claims all pending captures, in screenshot order. */
export async function claimAll(workspace: Workspace): Promise<ClaimedScreenshot[]> {
  const jobs = await releaseAll(workspace);
  const claims = await Promise.all(jobs.map((job) => claimScreenshot(workspace.work, job)));
  return claims.filter((claim) => claim !== undefined);
}

/** Makes all leases expire. */
export const expireLeases = ({ db }: Workspace) =>
  db.orm.execute(
    `update captures set lease_expires_at = now() - interval '1 second' where lease_expires_at is not null`,
  );

/** Ends all retry delays. */
export const endRetryDelays = ({ db }: Workspace) =>
  db.orm.execute(`update captures set release_at = now() - interval '1 second'`);

/** Stores bytes as the image of a capture, without other artifacts. */
export const storePicture = ({ work }: Workspace, picture: string | Buffer) =>
  storeCapture(work.objects, {
    image: { body: Buffer.from(picture as string), contentType: 'image/png' },
    thumbnail: null,
    html: null,
    text: null,
  });

export type SettledAs = 'succeeds' | 'fails';

/** Settles a capture. */
export async function settleAs(
  workspace: Workspace,
  claim: ClaimedScreenshot,
  outcome: SettledAs,
): Promise<boolean> {
  if (outcome === 'fails') {
    const failure = { code: 'name_not_resolved', description: 'The host does not exist.' } as const;
    return (await failAttempt(workspace.work, claim, failure)) === 'failed';
  }
  const stored = await storePicture(workspace, 'an image');
  return settleSuccess(workspace.work, claim, { ...stored, description: null });
}
