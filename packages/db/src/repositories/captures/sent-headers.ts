import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { sentHeaders } from '../../schema/sent-headers.ts';

/** Request headers that a capture did not set; null for headers that it did set or that were not sent. */
export type DefaultHeaders = Pick<typeof sentHeaders.$inferSelect, 'userAgent' | 'acceptLanguage'>;

/** Returns the ID of these headers. Inserts new headers. */
export async function sentHeadersId(
  db: Queryable,
  { userAgent, acceptLanguage }: DefaultHeaders,
): Promise<number> {
  const find = () =>
    db
      .select({ id: sentHeaders.id })
      .from(sentHeaders)
      .where(
        sql`${sentHeaders.userAgent} is not distinct from ${userAgent}::text and ${sentHeaders.acceptLanguage} is not distinct from ${acceptLanguage}::text`,
      );
  const [known] = await find();
  if (known) return known.id;
  await db.insert(sentHeaders).values({ userAgent, acceptLanguage }).onConflictDoNothing();
  const [added] = await find();
  return added!.id;
}
