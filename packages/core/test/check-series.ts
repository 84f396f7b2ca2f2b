import type { ContentCheckBody } from '@shotclock/contracts';
import {
  type CheckOutcome,
  type ClaimedScreenshot,
  claimScreenshot,
  createContentCheck,
  findBaseline,
  getContentCheck,
  releaseCaptures,
  settleChecked,
  storeCapture,
} from '../src/index.ts';
import type { Workspace } from './workspace.ts';

export type Claim = ClaimedScreenshot & { check: NonNullable<ClaimedScreenshot['check']> };

/** What a worker does with captures that are checked, one step at a time. */
export function worksOf(workspace: Workspace) {
  const claimAll = async (): Promise<ClaimedScreenshot[]> => {
    const jobs: { screenshotId: number; attempt: number }[] = [];
    await releaseCaptures(
      { db: workspace.db, enqueue: async (released) => void jobs.push(...released) },
      { window: 1_000 },
    );
    const claims = await Promise.all(jobs.map((job) => claimScreenshot(workspace.work, job)));
    return claims.filter((claim) => claim !== undefined);
  };
  const storePicture = (picture: string) =>
    storeCapture(workspace.work.objects, {
      image: { body: Buffer.from(picture), contentType: 'image/png' },
      thumbnail: null,
      html: null,
      text: null,
    });
  /** A comparison of what was captured with the baseline of now, byte by byte. */
  const compare = async (claim: Claim, picture: string) => {
    const stored = await storePicture(picture);
    const baseline = await findBaseline(workspace.work, claim.check);
    const changed = baseline !== null && baseline.subject !== stored.hashes.image;
    const outcome: CheckOutcome = {
      status: 'SUCCESS',
      baseline,
      changed,
      ratio: changed ? 0.5 : 0,
      subject: stored.hashes.image,
      masks: [],
      diff: changed ? stored.hashes.image : null,
      description: baseline ? null : 'Set the baseline.',
    };
    return () =>
      settleChecked(workspace.work, claim, { ...stored, description: null }, { outcome, stored: [] });
  };
  return {
    claimAll,
    compare,
    storePicture,
    async create(body: Partial<ContentCheckBody> = {}) {
      const { check, screenshotId } = await createContentCheck(workspace.core, {
        url: 'https://example.com/',
        ...body,
      });
      return {
        id: check.id,
        screenshotId,
        read: () => getContentCheck(workspace.core, { checkId: check.id }),
      };
    },
    /** Creates a check, captures `picture` and compares it. */
    async checkOnce(picture: string, body: Partial<ContentCheckBody> = {}) {
      const check = await this.create(body);
      const claim = (await claimAll()).find((one) => one.screenshotId === check.screenshotId) as Claim;
      await (await compare(claim, picture))();
      return { ...(await check.read()), screenshotId: check.screenshotId };
    },
  };
}
