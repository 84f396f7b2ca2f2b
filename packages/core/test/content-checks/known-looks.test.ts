import { beforeEach, describe, expect, test } from 'vitest';
import { findBaseline } from '../../src/content-checks/baseline.ts';
import {
  acceptLook,
  type CoreContext,
  deleteScreenshot,
  findKnownLooks,
  revokeAcceptance,
  sweepObjects,
} from '../../src/index.ts';
import { ageObjects, isObjectStored } from '../captures.fixture.ts';
import { newAccount, openWorkspaceForEachTest } from '../workspace.fixture.ts';
import { type CheckSteps, checkSteps } from './check-series.fixture.ts';

const workspace = openWorkspaceForEachTest();
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(() => {
  ctx = workspace.core;
  steps = checkSteps(workspace);
});

const pictures = ['zero', 'one', 'two', 'three', 'four'];

/** The pictures that a new check with `recent` knows besides its baseline. */
async function known(recent: number): Promise<string[]> {
  const check = await steps.create({ comparison: { recent } });
  const claim = await steps.claimOf(check);
  const baseline = (await findBaseline(workspace.db.orm, claim.check))!;
  const looks = await findKnownLooks(workspace.db.orm, claim.check, baseline);
  await workspace.db.orm.execute(`delete from captures where screenshot_id = ${check.screenshotId}`);
  const hashes = await Promise.all(
    pictures.map(async (picture) => (await steps.storePicture(picture)).hashes.image),
  );
  return looks.map(({ subject }) => pictures[hashes.indexOf(subject)]!).sort();
}

async function isStoredAfterSweep(picture: string): Promise<boolean> {
  const { db, work } = workspace;
  const { hashes } = await steps.storePicture(picture);
  await ageObjects(db, 7_200);
  await sweepObjects({ db, objects: work.objects }, { graceSeconds: 3_600 });
  return (await isObjectStored(db, work.objects, hashes.image)) === true;
}

test('the last look of each recent version is known, except the current version', async () => {
  for (const picture of ['one', 'one', 'two', 'three', 'three', 'one']) await steps.checkOnce(picture);
  expect(await known(0)).toEqual([]);
  expect(await known(1)).toEqual(['three']);
  expect(await known(2)).toEqual(['three', 'two']);
  // The version before `two` equals the baseline.
  expect(await known(10)).toEqual(['three', 'two']);
});

describe('an accepted look', () => {
  test('is known to later checks of its series only, until the acceptance is revoked', async () => {
    await steps.checkOnce('one');
    const { id } = await steps.checkOnce('two');
    await steps.checkOnce('three');
    const accepted = await acceptLook(ctx, { checkId: id });
    expect(accepted).toMatchObject({ id, acceptedAt: expect.any(String) });
    expect(await acceptLook(ctx, { checkId: id })).toEqual(accepted);
    expect(await known(0)).toEqual(['two']);
    const other = await steps.create({ width: 800 });
    const series = (await steps.claimOf(other)).check;
    const baseline = { checkId: 1, screenshotId: 1, subject: '', masks: [], isLost: false, seen: null };
    expect(await findKnownLooks(workspace.db.orm, series, baseline)).toEqual([]);
    await revokeAcceptance(ctx, { checkId: id });
    await revokeAcceptance(ctx, { checkId: id });
    expect(await known(0)).toEqual([]);
  });

  test('remains known after the deletion of its screenshot, and is swept after its revocation', async () => {
    const { id, screenshotId } = await steps.checkOnce('one');
    await steps.checkOnce('two');
    await acceptLook(ctx, { checkId: id });
    await deleteScreenshot(ctx, { screenshotId });
    expect(await isStoredAfterSweep('one')).toBe(true);
    expect(await known(0)).toEqual(['one']);
    await revokeAcceptance(ctx, { checkId: id });
    expect(await isStoredAfterSweep('one')).toBe(false);
    await expect(acceptLook(ctx, { checkId: id })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is never lost if the acceptance and the deletion of the screenshot race', async () => {
    for (const picture of ['zero', 'one', 'two', 'three']) {
      const { id, screenshotId } = await steps.checkOnce(picture);
      await steps.checkOnce('four');
      const [accepted] = await Promise.allSettled([
        acceptLook(ctx, { checkId: id }),
        deleteScreenshot(ctx, { screenshotId }),
      ]);
      expect(await isStoredAfterSweep(picture)).toBe(accepted.status === 'fulfilled');
    }
  });

  test('cannot be that of a pending check, of an unconfirmed change or of another account', async () => {
    const first = await steps.checkOnce('one');
    const pending = await steps.create({ comparison: { confirm: { after: 5 } } });
    await expect(acceptLook(ctx, { checkId: pending.id })).rejects.toMatchObject({ code: 'conflict' });
    await steps.settleUnconfirmed(await steps.claimOf(pending), 'two');
    await expect(acceptLook(ctx, { checkId: pending.id })).rejects.toMatchObject({ code: 'conflict' });
    const stranger = await newAccount(workspace);
    for (const one of [acceptLook, revokeAcceptance])
      await expect(one(stranger, { checkId: first.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('cannot be that of a check with conditions', async () => {
    await steps.checkOnce('one');
    const { id } = await steps.checkOnce('two', { comparison: { conditions: { appears: 'sold out' } } });
    await expect(acceptLook(ctx, { checkId: id })).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('`comparison.conditions`') },
    });
  });

  test('is refused if 20 others of its series are accepted', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 21; n += 1) ids.push((await steps.checkOnce(`look ${n}`)).id);
    const results = await Promise.allSettled(ids.map((checkId) => acceptLook(ctx, { checkId })));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'conflict' } }]);
    await revokeAcceptance(ctx, { checkId: ids.at(-1)! });
    await revokeAcceptance(ctx, { checkId: ids[0]! });
    await expect(acceptLook(ctx, { checkId: ids.at(-1)! })).resolves.toBeDefined();
  });
});
