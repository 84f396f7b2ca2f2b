import { AccountBody } from '@shotclock/contracts';
import { createAccount, listAccounts } from '@shotclock/core';
import type { Command } from 'commander';
import { checkInput } from './check-input.ts';
import { everyPage } from './every-page.ts';
import { printLine, printTable } from './output.ts';
import { withDatabase } from './with-database.ts';

/** `shotclock account create` and `shotclock account list`. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('Manages accounts.');

  account
    .command('create')
    .description('Creates an account without keys.')
    .requiredOption('--name <name>', 'name of the account')
    .option('--json', 'print the account as JSON')
    .action(async ({ name, json }: { name: string; json?: true }) => {
      const created = await withDatabase((ctx) => createAccount(ctx, checkInput(AccountBody, { name })));
      printLine(json ? JSON.stringify(created) : `Account ${created.id} was created.`);
    });

  account
    .command('list')
    .description('Lists all accounts.')
    .option('--json', 'print the accounts as JSON')
    .action(async ({ json }: { json?: true }) => {
      const found = await withDatabase((ctx) => everyPage((page) => listAccounts(ctx, page)));
      if (json) printLine(JSON.stringify(found));
      else
        printTable([
          ['ID', 'CREATED', 'NAME'],
          ...found.map((one) => [String(one.id), one.createdAt, one.name]),
        ]);
    });
}
