import { beforeEach, describe, expect, test } from 'vitest';
import { settleComparison } from '../../src/captures/settle-compared.ts';
import { findBaseline } from '../../src/content-checks/baseline.ts';
import { type CoreContext, failAttempt, getContentCheck, listContentChecks } from '../../src/index.ts';
import { readDiff } from '../read-stored.fixture.ts';
import { newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';
import { allChecks, type CheckSteps, failure, newCheckAccount } from './check-series.fixture.ts';

const workspace = openWorkspaceForFile();
let ctx: CoreContext;
let steps: CheckSteps;
beforeEach(async () => {
  ({ ctx, steps } = await newCheckAccount(workspace));
});

describe('reading content-change checks', () => {
  test('lists them by status, change, URL, schedule and time', async () => {
    const first = await steps.checkOnce('one');
    const changed = await steps.checkOnce('two');
    const pending = await steps.create({ url: 'https://example.com/other' });
    const list = async (filter: object) =>
      (await listContentChecks(ctx, { ...allChecks, ...filter })).content.map((check) => check.id);
    expect(await list({})).toEqual([first.id, changed.id, pending.id]);
    expect(await list({ status: 'PENDING' })).toEqual([pending.id]);
    expect(await list({ changed: true })).toEqual([changed.id]);
    expect(await list({ changed: false })).toEqual([first.id]);
    expect(await list({ url: 'https://example.com/other' })).toEqual([pending.id]);
    expect(await list({ scheduleId: 1e20 })).toEqual([]);
    expect(await list({ to: new Date(changed.createdAt) })).toEqual([first.id, changed.id]);
    expect(await list({ sort: { field: 'completedAt', direction: 'desc' }, size: 2 })).toEqual([
      pending.id,
      changed.id,
    ]);
  });

  test("returns only the account's checks", async () => {
    const check = await steps.create();
    const otherAccount = await newAccount(workspace);
    await expect(getContentCheck(otherAccount, { checkId: check.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(readDiff(otherAccount, { checkId: check.id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await listContentChecks(otherAccount, allChecks)).totalElements).toBe(0);
  });

  test('returns the diff, or the reason why there is none', async () => {
    const first = await steps.checkOnce('one');
    await expect(readDiff(ctx, { checkId: first.id })).rejects.toMatchObject({
      message: expect.stringMatching(/no difference/),
    });
    const changed = await steps.checkOnce('two');
    const diff = await readDiff(ctx, { checkId: changed.id });
    expect(Buffer.concat(await diff.stream.toArray()).toString()).toBe('two');
    expect(diff.contentType).toBe('image/png');
    const check = await steps.create();
    await expect(readDiff(ctx, { checkId: check.id })).rejects.toMatchObject({ code: 'conflict' });
    await failAttempt(workspace.work, await steps.claimOf(check), failure);
    await expect(readDiff(ctx, { checkId: check.id })).rejects.toMatchObject({
      message: expect.stringMatching(/does not exist/),
    });
  });

  test('returns the baseline with its masks', async () => {
    const check = await steps.create();
    const claim = await steps.claimOf(check);
    const stored = await steps.storePicture('one');
    const masks = [{ left: 1, top: 2, width: 3, height: 4 }];
    await settleComparison(
      workspace.work,
      claim,
      { ...stored, description: null },
      {
        outcome: {
          status: 'SUCCESS',
          baseline: null,
          changed: false,
          ratio: 0,
          subject: stored.hashes.image,
          masks,
          diff: null,
          description: null,
        },
        stored: [],
      },
    );
    const next = await steps.create();
    expect(await findBaseline(workspace.db.orm, (await steps.claimOf(next)).check)).toEqual({
      checkId: check.id,
      screenshotId: check.screenshotId,
      subject: stored.hashes.image,
      masks,
      isLost: false,
      seen: null,
    });
  });
});
