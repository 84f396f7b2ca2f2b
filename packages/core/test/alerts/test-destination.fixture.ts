import type { Database } from '@shotclock/db';

/** Inserts a destination whose address cannot be opened. */
export async function insertTestDestination(db: Database, accountId: number): Promise<number> {
  const [row] = await db.orm.execute<{ id: string }>(`
    insert into destinations (account_id, name, kind, sealed_config) values (${accountId}, 'test', 'webhook', '') returning id`);
  return Number(row!.id);
}
