import { join } from 'node:path';
import type { ManagementContext } from '@shotclock/core';
import { defaultAccountId, findDatabaseError, openDatabase } from '@shotclock/db';
import { runningPostgresUrl } from '@shotclock/embedded';
import { readProcessConfig, StartError } from '@shotclock/runtime';

/**
 * Opens the database of the settings and runs `work`, which manages all accounts.
 * @param action the operation of the API that the command performs, for the audit log; null for a command that only reads
 * @throws StartError (no database is running, or it has another version)
 */
export async function withDatabase<T>(
  action: string | null,
  work: (ctx: ManagementContext) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = readProcessConfig('cli');
  const url = databaseUrl ?? (await runningPostgresUrl(join(dataDir, 'postgres')));
  if (url === null)
    throw new StartError(
      `no database: set DATABASE_URL, or run \`pnpm start\` with DATA_DIR=${dataDir} as this user first`,
    );
  const db = openDatabase({ url, name: 'shotclock cli', connections: 1 });
  try {
    const fault = await findDatabaseError(db);
    if (fault !== null) throw new StartError(fault);
    const audit = action === null ? null : { ...commandLine, action };
    return await work({ db, accountId: defaultAccountId, managesAllAccounts: true, audit });
  } finally {
    await db.close();
  }
}

const commandLine = {
  actor: 'COMMAND_LINE',
  apiKeyId: null,
  sessionId: null,
  fields: () => [],
  clientAddress: null,
  requestId: null,
} as const;
