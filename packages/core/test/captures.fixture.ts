import { type Database, findObject } from '@shotclock/db';
import { type ObjectStore, objectKey } from '@shotclock/storage';
import type { WorkContext } from '../src/captures/work-context.ts';
import {
  type CapturedArtifacts,
  type CoreContext,
  claimScreenshot,
  createScreenshot,
  settleSuccess,
  storeCapture,
} from '../src/index.ts';
import { item } from './workspace.fixture.ts';

/** The artifacts of a capture that consists only of an image with this content. */
export const artifactsOf = (imageContent: string): CapturedArtifacts => ({
  image: { body: Buffer.from(imageContent), contentType: 'image/png' },
  thumbnail: null,
  html: null,
  text: null,
});

/** Creates a screenshot and claims it. */
export async function claimNew(core: CoreContext, work: WorkContext) {
  const { id } = await createScreenshot(core, { request: item() });
  return (await claimScreenshot(work, { screenshotId: id, attempt: 1 }))!;
}

/** Creates, claims, stores and settles a screenshot with these artifacts. */
export async function capture(core: CoreContext, work: WorkContext, artifacts: CapturedArtifacts) {
  const claim = await claimNew(core, work);
  const stored = await storeCapture(work.objects, artifacts);
  await settleSuccess(work, claim, { ...stored, description: null });
  return { id: claim.screenshotId, hashes: stored.hashes };
}

/** Backdates all objects by this many seconds. */
export const ageObjects = (db: Database, seconds: number) =>
  db.orm.execute(`update objects set suspect_since = suspect_since - interval '${seconds} seconds',
    sweeping_since = sweeping_since - interval '${seconds} seconds'`);

/** Whether an object is in the store and has a row. Returns both values if they differ. */
export async function isObjectStored(db: Database, store: ObjectStore, sha256: string) {
  const row = await findObject(db.orm, sha256);
  const keys = [objectKey(sha256), ...(row?.keySuffix ? [objectKey(sha256, row.keySuffix)] : [])];
  const inStore = (await Promise.all(keys.map((key) => store.exists(key)))).includes(true);
  const hasRow = row !== undefined;
  return inStore === hasRow ? inStore : { inStore, hasRow };
}

/** The hashes that screenshots refer to, and which of them are missing from the store or have no row. */
export async function referredObjects(db: Database, store: ObjectStore) {
  const rows = await db.orm.execute<{ sha256: string }>(`
    select distinct unnest(array[image, thumbnail, html, text]) as sha256 from screenshots`);
  const hashes = rows.map(({ sha256 }) => sha256).filter((hash) => hash !== null);
  const lost: string[] = [];
  for (const hash of hashes) if ((await isObjectStored(db, store, hash)) !== true) lost.push(hash);
  return { hashes: hashes.toSorted(), lost };
}
