// Tests the isolation of accounts (ADR 49): the functions in `@shotclock/db` take the account as a parameter. Called with
// another account's IDs, they must neither read nor change anything.

import type { Queryable } from '@shotclock/db';
import * as repositories from '@shotclock/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getWallet } from '../../src/index.ts';
import { newAccount, openWorkspace, type Workspace } from '../workspace.fixture.ts';
import { type Account, calls, type ScopedName, unscoped } from './account-scope.fixture.ts';
import { createOwnedRows, type OwnedRows, stateStatement } from './owned-rows.fixture.ts';

let workspace: Workspace;
let owned: OwnedRows;
let owner: Account;
let other: Account;
/** Returns the owner's rows. */
let stateOf: (tx: Queryable) => Promise<string>;
/** The owner's rows before each call. */
let before: string;

beforeAll(async () => {
  workspace = await openWorkspace();
  owner = await newAccount(workspace);
  const another = await newAccount(workspace);
  other = another;
  owned = await createOwnedRows(workspace, { ...workspace.core, ...owner }, 'belongs-to-the-owner');
  await getWallet(another);
  const statement = await stateStatement(workspace.db.orm, owner.accountId);
  stateOf = async (tx) => JSON.stringify(await tx.execute(statement));
  before = await stateOf(workspace.db.orm);
});
afterAll(() => workspace.close());

class RollBack extends Error {}

const statements = { ...repositories } as Record<
  ScopedName,
  (db: Queryable, ...rest: unknown[]) => Promise<unknown>
>;

/** Calls a function with the owner's IDs. Returns its result and the owner's rows after the call, and then rolls back. */
async function callAs(name: ScopedName, account: Account) {
  let called: { result: string; after: string } | undefined;
  const work = workspace.db.transaction(async (tx) => {
    const value = await statements[name](tx, ...calls[name](owned, { accountId: account.accountId }));
    const result = JSON.stringify(value instanceof Map ? [...value] : value) ?? '';
    called = { result, after: await stateOf(tx) };
    throw new RollBack();
  });
  await expect(work).rejects.toThrow(RollBack);
  return called!;
}

/** An advisory lock has no result and does not change rows. */
const noEffect: ScopedName[] = ['lockCheckSeries'];

describe.each(Object.keys(calls) as ScopedName[])('%s', (name) => {
  test('does not read or change anything in other accounts', async () => {
    const { result, after } = await callAs(name, other);
    expect(result).not.toContain(owned.marker);
    expect(after).toBe(before);
    if (noEffect.includes(name)) return;
    // With the owner's account, the same call has a result or an effect.
    const own = await callAs(name, owner);
    expect([own.result, own.after]).not.toEqual([result, after]);
  });
});

test('each function without an account parameter has a documented reason', () => {
  for (const reason of Object.values(unscoped)) expect(reason).toMatch(/\.$/);
});
