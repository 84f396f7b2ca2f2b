import type { Database } from '@shotclock/db';
import { type DefaultHeaders, sentHeadersId } from '@shotclock/db/all-accounts';

/**
 * Finds and caches the IDs of default headers. A worker sees only the few header sets that its browser sends. The ID is
 * null if the capture sets all headers.
 */
export function createSentHeadersIds(db: Database): (headers: DefaultHeaders) => Promise<number | null> {
  const ids = new Map<string, number>();
  return async (headers) => {
    if (headers.userAgent === null && headers.acceptLanguage === null) return null;
    const key = JSON.stringify([headers.userAgent, headers.acceptLanguage]);
    const id = ids.get(key) ?? (await sentHeadersId(db.orm, headers));
    ids.set(key, id);
    return id;
  };
}
