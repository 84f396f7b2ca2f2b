import { CreateApiKeyBody, expiryErrors, RotateApiKeyBody } from '@shotclock/contracts';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@shotclock/core';
import { type Command, InvalidArgumentError } from 'commander';
import { accountListHint } from './account-commands.ts';
import { checkInput } from './check-input.ts';
import { everyPage } from './every-page.ts';
import { idOf } from './id-of.ts';
import { findKeyId, type KeyName, keyOf } from './key-of.ts';
import type { Output } from './output.ts';
import { withDatabase } from './with-database.ts';
import { withExamples } from './with-examples.ts';

const keyListHint = '`shotclock key list` lists all API keys.';

/** `shotclock key create`, `list`, `rotate` and `revoke`. */
export function addKeyCommands(command: Command, { printLine, printTable }: Output): void {
  const create = command
    .command('create')
    .description('Creates a key and prints it. The key cannot be displayed again.')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scopes <scopes>', 'read, write and admin, separated by commas', listOf)
    .option('--account <id>', 'account ID (default: the default account)', idOf)
    .option('--expires-at <time>', 'time at which the key expires, in ISO-8601 with an offset')
    .option('--json', 'print the key and its properties as JSON')
    .action(async ({ name, scopes, account, expiresAt, json }: CreateOptions) => {
      const input = {
        name,
        scopes,
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(account === undefined ? {} : { accountId: account }),
      };
      const body = checkInput(CreateApiKeyBody, input, (valid) => expiryErrors(valid, Date.now()));
      const created = await withDatabase(
        { action: 'createApiKey', body },
        (ctx) => createApiKey(ctx, body),
        accountListHint,
      );
      printLine(json ? JSON.stringify(created) : created.key!);
    });
  withExamples(create, {
    'shotclock key create --name cli --scopes read,write': 'for the commands that use the API',
    'shotclock key create --name admin --scopes read,write,admin': 'for everything',
  });

  command
    .command('list')
    .description('Lists the keys of all accounts, including revoked and expired keys.')
    .option('--json', 'print the keys as JSON')
    .action(async ({ json }: { json?: true }) => {
      const found = await withDatabase(null, (ctx) => everyPage((page) => listApiKeys(ctx, page)));
      if (json) return printLine(JSON.stringify(found));
      const rows = found.map((one) => [
        String(one.id),
        String(one.accountId),
        one.prefix,
        one.scopes.join(),
        one.revokedAt
          ? 'revoked'
          : one.expiresAt && Date.parse(one.expiresAt) <= Date.now()
            ? 'expired'
            : 'valid',
        one.lastUsedAt ?? 'never',
        one.name,
      ]);
      printTable([['ID', 'ACCOUNT', 'PREFIX', 'SCOPES', 'STATE', 'LAST USED', 'NAME'], ...rows]);
    });

  command
    .command('rotate')
    .description('Replaces a key with a new one and prints it. The previous key remains valid for a while.')
    .argument('<key>', 'key ID or prefix', keyOf)
    .option(
      '--overlap-seconds <seconds>',
      'how long the previous key remains valid (default: a day)',
      countOf,
    )
    .option('--json', 'print the new key and its properties as JSON')
    .action(async (one: KeyName, { overlapSeconds, json }: { overlapSeconds?: number; json?: true }) => {
      const body = checkInput(RotateApiKeyBody, overlapSeconds === undefined ? {} : { overlapSeconds });
      const created = await withDatabase(
        { action: 'rotateApiKey', body },
        async (ctx) => rotateApiKey(ctx, { keyId: await findKeyId(ctx, one), ...body }),
        keyListHint,
      );
      printLine(json ? JSON.stringify(created) : created.key!);
    });

  command
    .command('revoke')
    .description('Revokes a key. All further requests with it are rejected.')
    .argument('<key>', 'key ID or prefix', keyOf)
    .option('--json', 'print the properties of the revoked key as JSON')
    .action(async (one: KeyName, { json }: { json?: true }) => {
      const revoked = await withDatabase(
        { action: 'revokeApiKey', body: {} },
        async (ctx) => {
          const key = { keyId: await findKeyId(ctx, one) };
          await revokeApiKey(ctx, key);
          return getApiKey(ctx, key);
        },
        keyListHint,
      );
      printLine(json ? JSON.stringify(revoked) : `Key ${one} was revoked.`);
    });
}

type CreateOptions = { name: string; scopes: string[]; account?: number; expiresAt?: string; json?: true };

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim());

function countOf(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}
