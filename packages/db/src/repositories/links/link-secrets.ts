import type { Queryable } from '../../client.ts';
import { linkSecrets } from '../../schema/link-secrets.ts';

/**
 * Returns the secret in the database; if there is none yet, stores `fresh` as the secret first. Processes that start at
 * the same time get the same secret.
 */
export async function storedLinkSecret(db: Queryable, fresh: string): Promise<string> {
  await db.insert(linkSecrets).values({ secret: fresh }).onConflictDoNothing();
  const [row] = await db.select({ secret: linkSecrets.secret }).from(linkSecrets);
  return row!.secret;
}
