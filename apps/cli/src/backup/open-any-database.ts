import { type Database, openDatabase } from '@shotclock/db';
import { unreachableDatabase } from '../unreachable-database.ts';

/**
 * Runs `work` with the database, whatever migrations it has.
 * @throws StartError if `work` fails, because then the database cannot be reached or refuses the connection
 */
export async function openAnyDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, name: 'shotclock cli', connections: 1 });
  try {
    return await work(db).catch((error: unknown) => {
      throw unreachableDatabase(url, error);
    });
  } finally {
    await db.close();
  }
}
