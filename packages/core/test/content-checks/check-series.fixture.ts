import type { ChangedArea, ContentCheckBody } from '@shotclock/contracts';
import { noCheckFilter } from '@shotclock/db';
import { settleComparison } from '../../src/captures/settle-compared.ts';
import { findBaseline } from '../../src/content-checks/baseline.ts';
import {
  type CheckOutcome,
  type ClaimedScreenshot,
  createContentCheck,
  getContentCheck,
  getWallet,
  listContentChangeActivity,
} from '../../src/index.ts';
import { claimAll, storePicture } from '../worker-steps.fixture.ts';
import { newAccount, type Workspace } from '../workspace.fixture.ts';

export type CheckSteps = ReturnType<typeof checkSteps>;
export type Claim = ClaimedScreenshot & { check: NonNullable<ClaimedScreenshot['check']> };

/** A request for all of an account's checks, in ID order. */
export const allChecks = {
  page: 0,
  size: 200,
  sort: { field: 'id', direction: 'asc' },
  ...noCheckFilter,
} as const;

/** A failure that is not retried. */
export const failure = { code: 'name_not_resolved', description: 'The host name does not exist.' } as const;

/** Creates an account with its own series of checks and a wallet with 1,000 credits. */
export async function newCheckAccount(workspace: Workspace) {
  const ctx = await newAccount(workspace);
  return { ctx, steps: checkSteps({ ...workspace, core: ctx }) };
}

/** The steps that a worker and a client perform for an account's content-change checks. */
export function checkSteps(workspace: Workspace) {
  /** Compares a picture with the current baseline, and returns a function that settles the result. */
  const compare = async (claim: Claim, picture: string | Buffer, changedArea: ChangedArea | null = null) => {
    const stored = await storePicture(workspace, picture);
    const baseline = await findBaseline(workspace.db.orm, claim.check);
    const changed = baseline !== null && baseline.subject !== stored.hashes.image;
    const outcome: CheckOutcome = {
      status: 'SUCCESS',
      baseline,
      changed,
      ratio: changed ? 0.5 : 0,
      subject: stored.hashes.image,
      masks: [],
      diff: changed ? stored.hashes.image : null,
      changedArea: changed ? changedArea : null,
      description: baseline ? null : 'Set the baseline.',
    };
    return () =>
      settleComparison(workspace.work, claim, { ...stored, description: null }, { outcome, stored: [] });
  };
  /** Compares a first look that shows a change, and returns a function that holds the check. */
  const hold = async (claim: Claim, picture: string) => {
    const stored = await storePicture(workspace, picture);
    const held = { subject: stored.hashes.image, masks: [], afterSeconds: 600 };
    const outcome = { status: 'HELD', ...held } as const;
    return () =>
      settleComparison(
        workspace.work,
        claim,
        { ...stored, description: null },
        { outcome, stored: stored.stored },
      );
  };
  /** Settles a second look that did not confirm the change. */
  const settleUnconfirmed = async (claim: Claim, picture: string) => {
    const stored = await storePicture(workspace, picture);
    const baseline = (await findBaseline(workspace.db.orm, claim.check))!;
    const outcome: CheckOutcome = {
      ...{ status: 'SUCCESS', baseline, changed: false, ratio: 0, diff: null, description: null },
      ...{ subject: baseline.subject, masks: baseline.masks, keepsBaseline: true },
    };
    const result = { ...stored, description: null };
    return settleComparison(workspace.work, claim, result, { outcome, stored: [] });
  };
  return {
    hold,
    settleUnconfirmed,
    balance: async () => (await getWallet(workspace.core)).balance,
    /** The ledger entries of checks, oldest first. */
    async feed() {
      const sort = { field: 'createdAt', direction: 'asc' } as const;
      const request = { page: 0, size: 200, sort, from: null, to: null };
      return (await listContentChangeActivity(workspace.core, request)).content;
    },
    /** The number of the account's rows in a table. */
    async count(table: string) {
      const [row] = await workspace.db.orm.execute<{ count: string }>(
        `select count(*) from ${table} where account_id = ${workspace.core.accountId}`,
      );
      return Number(row!.count);
    },
    async claimOf(check: { screenshotId: number }) {
      const claims = await claimAll(workspace);
      return claims.find((one) => one.screenshotId === check.screenshotId) as Claim;
    },
    claimAll: () => claimAll(workspace),
    compare,
    storePicture: (picture: string) => storePicture(workspace, picture),
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
      const claim = await this.claimOf(check);
      await (await compare(claim, picture))();
      return { ...(await check.read()), screenshotId: check.screenshotId };
    },
  };
}
