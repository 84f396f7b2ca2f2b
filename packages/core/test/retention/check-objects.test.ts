// Tests which objects are kept for content-change checks after their screenshots are deleted.

import { beforeEach, describe, expect, test } from 'vitest';
import { deleteScreenshot, getContentCheck, sweepObjects } from '../../src/index.ts';
import { ageObjects, isObjectStored } from '../captures.fixture.ts';
import { type Claim, checkSteps } from '../content-checks/check-series.fixture.ts';
import { readDiff } from '../read-stored.fixture.ts';
import { openWorkspaceForEachTest } from '../workspace.fixture.ts';

const graceSeconds = 3_600;

const workspace = openWorkspaceForEachTest();
let steps: ReturnType<typeof checkSteps>;
beforeEach(async () => {
  steps = checkSteps(workspace);
});

const deleteScreenshotOf = (check: { screenshotId: number | null }) =>
  deleteScreenshot(workspace.core, { screenshotId: check.screenshotId! });
const hashOf = async (picture: string) => (await steps.storePicture(picture)).hashes.image;
/** Sweeps unreferenced objects and returns which of these pictures are still stored. */
async function storedAfterSweep(...pictures: string[]): Promise<string[]> {
  const { db, work } = workspace;
  const hashes = await Promise.all(pictures.map(hashOf));
  await ageObjects(db, 2 * graceSeconds);
  await sweepObjects({ db, objects: work.objects }, { graceSeconds });
  const stored = await Promise.all(hashes.map((hash) => isObjectStored(db, work.objects, hash)));
  return pictures.filter((_, n) => stored[n] === true);
}

describe('a check whose screenshot is deleted', () => {
  test('keeps its result, but loses its diff and, after a later check succeeds, its subject', async () => {
    await steps.checkOnce('one');
    const second = await steps.checkOnce('two');
    const third = await steps.checkOnce('three');
    await deleteScreenshotOf(second);
    expect(await storedAfterSweep('one', 'two', 'three')).toEqual(['one', 'three']);
    expect(await getContentCheck(workspace.core, { checkId: second.id })).toEqual({
      ...second,
      screenshotId: null,
      diffUrl: null,
    });
    await expect(readDiff(workspace.core, { checkId: second.id })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/deleted with its screenshot/),
    });
    expect(third).toMatchObject({ changed: true });
  });

  test('keeps its subject as the baseline until the next check succeeds', async () => {
    const first = await steps.checkOnce('one');
    await deleteScreenshotOf(first);
    expect(await storedAfterSweep('one')).toEqual(['one']);
    expect(await steps.checkOnce('two')).toMatchObject({ changed: true });
    expect(await storedAfterSweep('one', 'two')).toEqual(['two']);
    expect(await steps.checkOnce('two')).toMatchObject({ changed: false });
  });

  test('keeps exactly the last subject of its series while deletions and successes race', async () => {
    const pages = ['a', 'b', 'c'].map((name) => `https://example.com/${name}`);
    const toDelete: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const checks = await Promise.all(pages.map((url) => steps.create({ url })));
      const claims = await steps.claimAll();
      const settles = await Promise.all(claims.map((claim) => steps.compare(claim as Claim, `${round}`)));
      const deleted = toDelete.splice(0);
      await Promise.all([
        ...settles.map((settle) => settle()),
        ...deleted.map((screenshotId) => deleteScreenshotOf({ screenshotId })),
      ]);
      toDelete.push(...checks.map(({ screenshotId }) => screenshotId));
    }
    const rows = await workspace.db.orm.execute<{ objects: number; latest: boolean }>(`
      select num_nonnulls(subject, diff) as objects,
        id = first_value(id) over (partition by target order by completed_at desc) as latest
      from content_checks where status = 'SUCCESS'`);
    expect(rows).toHaveLength(36);
    expect(rows.filter(({ latest }) => !latest).map(({ objects }) => objects)).toEqual(new Array(33).fill(0));
    expect(rows.filter(({ latest, objects }) => latest && objects === 2)).toHaveLength(3);
  });
});
