import { readAccountUsage } from '@shotclock/db';
import { objectKey } from '@shotclock/storage';
import { beforeEach, expect, test } from 'vitest';
import {
  type CoreContext,
  deleteScreenshot,
  findImage,
  findTile,
  foldFeedCounts,
  getTilePyramid,
  type ImageRequest,
  sweepObjects,
} from '../../src/index.ts';
import { ageObjects, capture, isObjectStored } from '../captures.fixture.ts';
import { shade } from '../content-checks/shades.fixture.ts';
import { newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

const graceSeconds = 24 * 3_600;
const workspace = openWorkspaceForFile();
let core: CoreContext;
let content = 0;
// Each test uses a separate account and an image that no other test uses.
beforeEach(async () => {
  core = await newAccount(workspace);
  content += 1;
});

const captureIn = async (account: CoreContext) => {
  const image = { body: shade(content), contentType: 'image/png' };
  return capture(account, workspace.work, { image, thumbnail: null, html: null, text: null });
};
const request = (screenshotId: number, changes: Partial<ImageRequest> = {}): ImageRequest => ({
  screenshotId,
  format: 'webp',
  preferred: null,
  width: 160,
  height: null,
  ...changes,
});
const sweep = () => sweepObjects({ db: workspace.db, objects: workspace.work.objects }, { graceSeconds });
const isStored = (hash: string) => isObjectStored(workspace.db, workspace.work.objects, hash);

/** A context that counts conversions. */
function counting(context: CoreContext) {
  const kinds: string[] = [];
  const { conversions } = context;
  const counted: CoreContext = {
    ...context,
    conversions: {
      ...conversions,
      convert(kind, options) {
        kinds.push(kind);
        return conversions.convert(kind, options);
      },
    },
  };
  return { context: counted, kinds };
}

test('variants and tiles are kept until their screenshot is deleted', async () => {
  const { id } = await captureIn(core);
  const variant = await findImage(core, request(id));
  await getTilePyramid(core, { screenshotId: id });
  const tile = await findTile(core, { screenshotId: id, position: { level: 10, column: 1, row: 0 } });
  const derived = [variant.sha256, tile.object.sha256];
  await ageObjects(workspace.db, 2 * graceSeconds);
  await sweep();
  expect(await Promise.all(derived.map(isStored))).toEqual([true, true]);

  await deleteScreenshot(core, { screenshotId: id });
  await ageObjects(workspace.db, 2 * graceSeconds);
  await sweep();
  expect(await Promise.all(derived.map(isStored))).toEqual([false, false]);
  const rows = await workspace.db.orm.execute(`
    select 1 from image_variants where account_id = ${core.accountId}
    union all select 1 from tile_pyramids where account_id = ${core.accountId}`);
  expect(rows).toHaveLength(0);
});

test('variants and tiles that the store has lost are recreated', async () => {
  const { id } = await captureIn(core);
  const tile = async () => {
    const found = await findTile(core, { screenshotId: id, position: { level: 10, column: 1, row: 0 } });
    return found.object;
  };
  for (const find of [() => findImage(core, request(id)), tile]) {
    const { sha256 } = await find();
    await workspace.work.objects.delete([objectKey(sha256)]);
    expect(await workspace.work.objects.open(sha256)).toBeNull();
    expect(await find()).toMatchObject({ sha256 });
    expect(await isStored(sha256)).toBe(true);
  }
});

test('variants and tiles count as stored bytes until their screenshot is deleted', async () => {
  const { id } = await captureIn(core);
  const stored = async () => (await readAccountUsage(workspace.db.orm, core)).storedBytes;
  const before = await stored();
  const variant = await findImage(core, request(id));
  // The image itself is counted only once.
  await findImage(core, request(id, { format: 'png', width: 3_840 }));
  const tile = await findTile(core, { screenshotId: id, position: { level: 10, column: 1, row: 0 } });
  expect(await stored()).toBe(before + (variant.size! + tile.object.size!));
  await foldFeedCounts({ db: workspace.db });
  expect(await stored()).toBe(before + (variant.size! + tile.object.size!));
  await deleteScreenshot(core, { screenshotId: id });
  expect(await stored()).toBe(0);
});

test('identical images in an account are converted only once, and each screenshot keeps its variants', async () => {
  const { context, kinds } = counting(core);
  const [first, second] = [await captureIn(core), await captureIn(core)];
  const variant = await findImage(context, request(first.id));
  await getTilePyramid(context, { screenshotId: first.id });
  expect(await findImage(context, request(second.id))).toMatchObject({ sha256: variant.sha256 });
  await getTilePyramid(context, { screenshotId: second.id });
  expect(kinds).toEqual(['variant', 'tiles']);
  await deleteScreenshot(core, { screenshotId: first.id });
  await ageObjects(workspace.db, 2 * graceSeconds);
  await sweep();
  expect(await isStored(variant.sha256)).toBe(true);
  expect(await findImage(context, request(second.id))).toMatchObject({ sha256: variant.sha256 });
  expect(kinds).toHaveLength(2);
});

test('even identical images are converted separately for each account', async () => {
  const own = counting(core);
  const other = counting(await newAccount(workspace));
  const first = await captureIn(core);
  const second = await captureIn(other.context);
  const variant = await findImage(own.context, request(first.id));
  const theirs = await findImage(other.context, request(second.id));
  expect([own.kinds, other.kinds]).toEqual([['variant'], ['variant']]);
  // The object is stored only once.
  expect(theirs.sha256).toBe(variant.sha256);
  await deleteScreenshot(core, { screenshotId: first.id });
  await ageObjects(workspace.db, 2 * graceSeconds);
  await sweep();
  expect(await isStored(theirs.sha256)).toBe(true);
  await expect(findImage(other.context, request(first.id))).rejects.toMatchObject({ code: 'not_found' });
});

test('a screenshot that is deleted during a conversion does not leave a variant', async () => {
  const { id } = await captureIn(core);
  const { conversions } = core;
  const deleting: CoreContext = {
    ...core,
    conversions: {
      ...conversions,
      async convert(kind, options) {
        const converted = await conversions.convert(kind, options);
        await deleteScreenshot(core, { screenshotId: id });
        return converted;
      },
    },
  };
  await expect(findImage(deleting, request(id))).rejects.toMatchObject({ code: 'not_found' });
  const rows = await workspace.db.orm.execute(`select 1 from image_variants where screenshot_id = ${id}`);
  expect(rows).toHaveLength(0);
});

test('a variant that equals its image refers to the stored object, which is deleted with the last record', async () => {
  const { id, hashes } = await captureIn(core);
  const same = await findImage(core, request(id, { format: 'png', width: 3_840 }));
  expect(same.sha256).toBe(hashes.image);
  await deleteScreenshot(core, { screenshotId: id });
  await ageObjects(workspace.db, 2 * graceSeconds);
  await sweep();
  expect(await isStored(hashes.image)).toBe(false);
});
