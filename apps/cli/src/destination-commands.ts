import { readFile } from 'node:fs/promises';
import type { DestinationTest } from '@shotclock/contracts';
import {
  CoreError,
  createConfiguredMailer,
  createConversions,
  createLinkSigner,
  createLinks,
  createOwnedStore,
  createRecordedStore,
  loadLinkSecrets,
  type ManagementContext,
  testDestination,
} from '@shotclock/core';
import { listDestinationsOfAny } from '@shotclock/db/all-accounts';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { createImageConverter } from '@shotclock/images';
import {
  createLogger,
  parseSetting,
  readProcessConfig,
  StartError,
  secretsKeyFile,
  settings,
} from '@shotclock/runtime';
import { createSealer } from '@shotclock/sealing';
import { createObjectStore } from '@shotclock/storage';
import { type Command, CommanderError } from 'commander';
import { idOf } from './id-of.ts';
import type { Output } from './output.ts';
import { withDatabase } from './with-database.ts';

const pictures = {
  UPLOADED: 'arrived',
  LINKED: 'linked: readers must be able to open a link to this server',
  NOT_SENT: 'not sent',
};

/** `shotclock destination test`. */
export function addDestinationCommands(command: Command, { printLine, printTable }: Output): void {
  command
    .command('test')
    .description('Sends a test message with the newest picture. Exits with 1 if it is not delivered.')
    .argument('<id>', 'destination ID', idOf)
    .option('--json', 'print the result as JSON')
    .action(async (destinationId: number, { json }: { json?: true }) => {
      const result = await withDatabase(
        { action: 'testDestination', body: {} },
        (ctx) => sendTest(ctx, destinationId),
        'The dashboard and `GET /destinations` list all destinations.',
      );
      if (json) printLine(JSON.stringify(result));
      else printTable(rowsOf(result));
      if (!result.delivered) throw new CommanderError(1, 'shotclock.undelivered', 'It was not delivered.');
    });
}

function rowsOf({ delivered, status, error, response, durationMs, text, picture }: DestinationTest) {
  return [
    ['delivered', `${delivered ? 'yes' : 'no'}, after ${durationMs} ms`],
    ['text', text ? 'arrived' : 'not sent'],
    ['picture', pictures[picture]],
    ...(status === null ? [] : [['status', String(status)]]),
    ...(error === null ? [] : [['error', error]]),
    ...(response ? [['response', response]] : []),
  ];
}

async function sendTest(ctx: ManagementContext, destinationId: number): Promise<DestinationTest> {
  const { db } = ctx;
  const config = readProcessConfig('cli');
  const [destination] = await listDestinationsOfAny(db.orm, [destinationId]);
  if (!destination) throw new CoreError('not_found', `There is no destination ${destinationId}.`);
  const needsKeys = config.authMode === 'api-key';
  const signer = needsKeys ? createLinkSigner(await loadLinkSecrets({ db }, config.linkSecrets)) : null;
  const keys = config.secretsKeys ?? (await createdKey(config));
  const allow = parseSetting('ALERT_ALLOW', () => parseEgressAllow(config.alertAllow));
  const converter = createImageConverter({ processes: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  try {
    return await testDestination(
      {
        ...ctx,
        accountId: destination.accountId,
        objects: createRecordedStore(db, createOwnedStore(db, createObjectStore(config))),
        links: createLinks({ publicUrl: () => config.publicUrl, signer }),
        conversions: createConversions(converter),
        alerting: {
          sealer: keys ? createSealer(keys) : null,
          client: createOutboundClient({ allow }),
          mailer: createConfiguredMailer(
            config,
            createLogger({ name: 'cli', level: 'warn' }, process.stderr),
          ),
        },
      },
      { destinationId },
    );
  } finally {
    await converter.close();
  }
}

/** The key that `pnpm start` created in DATA_DIR, even for an external database; null if there is none. */
async function createdKey({ dataDir }: { dataDir: string }) {
  const file = secretsKeyFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${file} cannot be read (${error.code})`, { cause: error });
  });
  return text && (settings.SECRETS_KEYS.type.parse(text.trim()) ?? null);
}
