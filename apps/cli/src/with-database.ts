import { join } from 'node:path';
import { CoreError, type ManagementContext } from '@shotclock/core';
import { defaultAccountId, findDatabaseError, openDatabase } from '@shotclock/db';
import { runningPostgresUrl } from '@shotclock/embedded';
import { readProcessConfig, StartError } from '@shotclock/runtime';
import { unreachableDatabase } from './unreachable-database.ts';

/**
 * Opens the configured database and runs `work` with access to all accounts.
 * @param change for the audit log: the API operation that the command performs, and its request body; null for a command
 * that only reads
 * @param notFoundRemedy what to do if `work` finds no resource with the given ID
 * @throws StartError if no database is running, it cannot be reached, its schema version does not match, or `work` throws a CoreError
 */
export async function withDatabase<T>(
  change: { action: string; body: object } | null,
  work: (ctx: ManagementContext) => Promise<T>,
  notFoundRemedy?: string,
): Promise<T> {
  const { databaseUrl, dataDir } = readProcessConfig('cli');
  const url = databaseUrl ?? (await runningPostgresUrl(join(dataDir, 'postgres')));
  if (url === null)
    throw new StartError(
      `no database: set DATABASE_URL, or start the standalone system with DATA_DIR=${dataDir} as this user first`,
    );
  const db = openDatabase({ url, name: 'shotclock cli', connections: 1 });
  try {
    const fault = await findDatabaseError(db).catch((error: unknown) => {
      throw unreachableDatabase(url, error);
    });
    if (fault !== null) throw fault;
    const audit = change && {
      ...commandLine,
      action: change.action,
      fields: () => Object.keys(change.body),
    };
    return await work({ db, accountId: defaultAccountId, managesAllAccounts: true, audit });
  } catch (error) {
    if (error instanceof CoreError) {
      const remedy = error.code === 'not_found' ? notFoundRemedy : undefined;
      throw new StartError(error.message, { cause: error, remedy });
    }
    throw error;
  } finally {
    await db.close();
  }
}

const commandLine = {
  actor: 'COMMAND_LINE',
  apiKeyId: null,
  sessionId: null,
  clientAddress: null,
  requestId: null,
} as const;
