import { AccountBody, AccountChangesBody, type AccountLimits } from '@shotclock/contracts';
import { createAccount, getAccount, listAccounts, updateAccount } from '@shotclock/core';
import { type Command, InvalidArgumentError } from 'commander';
import { checkInput } from './check-input.ts';
import { everyPage } from './every-page.ts';
import { idOf } from './id-of.ts';
import type { Output } from './output.ts';
import { withDatabase } from './with-database.ts';
import { withExamples } from './with-examples.ts';

export const accountListHint = '`shotclock account list` lists all accounts.';

/** `shotclock account create`, `list` and `limits`. */
export function addAccountCommands(command: Command, { printLine, printTable }: Output): void {
  command
    .command('create')
    .description('Creates an account without keys.')
    .requiredOption('--name <name>', 'name of the account')
    .option('--json', 'print the account as JSON')
    .action(async ({ name, json }: { name: string; json?: true }) => {
      const body = checkInput(AccountBody, { name });
      const created = await withDatabase({ action: 'createAccount', body }, (ctx) =>
        createAccount(ctx, body),
      );
      printLine(json ? JSON.stringify(created) : `Account ${created.id} was created.`);
    });

  command
    .command('list')
    .description('Lists all accounts.')
    .option('--json', 'print the accounts as JSON')
    .action(async ({ json }: { json?: true }) => {
      const found = await withDatabase(null, (ctx) => everyPage((page) => listAccounts(ctx, page)));
      if (json) printLine(JSON.stringify(found));
      else
        printTable([
          ['ID', 'CREATED', 'NAME'],
          ...found.map((one) => [String(one.id), one.createdAt, one.name]),
        ]);
    });
  const limits = command
    .command('limits')
    .description(
      'Changes account limits and prints all of them. Each is a number, or "default" for the installation\'s setting.',
    )
    .argument('<id>', 'account ID', idOf)
    .option('--running-captures <limit>', 'captures in the queue and in browsers', limitOf)
    .option('--waiting-captures <limit>', 'waiting captures at which requests receive 429', limitOf)
    .option('--captures-per-day <limit>', 'captures started in a UTC day', limitOf)
    .option('--schedules <limit>', 'schedules', limitOf)
    .option('--stored-bytes <limit>', 'size of all artifacts in bytes', limitOf)
    .option('--item-bytes <limit>', 'size of all items in bytes', limitOf)
    .option('--json', 'print the account as JSON')
    .action(async (accountId: number, { json, ...options }: LimitOptions & { json?: true }) => {
      const limits = Object.entries(options).map(([name, limit]) => [
        name,
        limit === 'default' ? null : limit,
      ]);
      const body = checkInput(AccountChangesBody, { limits: Object.fromEntries(limits) });
      const account =
        limits.length === 0
          ? await withDatabase(null, (ctx) => getAccount(ctx, { accountId }), accountListHint)
          : await withDatabase(
              { action: 'updateAccount', body },
              (ctx) => updateAccount(ctx, { accountId, ...body }),
              accountListHint,
            );
      if (json) return printLine(JSON.stringify(account));
      printTable(Object.entries(account.limits).map(([name, limit]) => [name, String(limit ?? 'default')]));
    });
  withExamples(limits, {
    'shotclock account limits 2': 'prints the limits',
    'shotclock account limits 2 --schedules 100': 'changes one of them',
    'shotclock account limits 2 --schedules default': 'restores the setting of the installation',
  });
}

type Limit = number | 'default';
type LimitOptions = { [Name in keyof AccountLimits]?: Limit };

/** commander replaces null with an empty string, so this function returns `default` instead. */
function limitOf(text: string): Limit {
  if (text === 'default') return text;
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number or "default".');
  return Number(text);
}
