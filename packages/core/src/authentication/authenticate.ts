import { timingSafeEqual } from 'node:crypto';
import { type KeyScope, keyScopes } from '@shotclock/contracts';
import {
  type ApiKeyRow,
  channels,
  type Database,
  defaultAccountId,
  recordKeyUse,
  type SessionRow,
} from '@shotclock/db';
import { findApiKeyByPrefix, findSessionByHash } from '@shotclock/db/all-accounts';
import { parseApiKey } from '../api-keys/api-key-text.ts';
import { CoreError } from '../errors.ts';
import type { LinkQuery, LinkSigner } from '../links/link-signer.ts';
import { tokenHash } from '../random-token.ts';
import { createRowCache } from './row-cache.ts';

/** The identity behind a request, with its permissions. */
export type Identity = {
  accountId: number;
  /** The key of the request or of its session; null for signed links, and if authentication is disabled. */
  apiKey: ApiKeyRow | null;
  /** The session of the request; null if it has none. */
  session: SessionRow | null;
  scopes: readonly KeyScope[];
  /** Whether the `admin` scope applies to all accounts. True for keys of the default account, which belongs to the operator. */
  managesAllAccounts: boolean;
};

/** The identity of all requests if authentication is disabled. */
export const unauthenticated: Identity = {
  accountId: defaultAccountId,
  apiKey: null,
  session: null,
  scopes: keyScopes,
  managesAllAccounts: true,
};

const useIntervalMs = 60_000;
const noHash = '0'.repeat(64);

export type Authentication = {
  /**
   * Finds the identity for an API key. Rejecting an unknown key takes as long as rejecting a key with a wrong secret.
   * @throws CoreError unauthorized
   */
  identify(key: string): Promise<Identity>;
  /**
   * Finds the identity for a session token: the identity of the key that created the session.
   * @throws CoreError unauthorized (also if the key is no longer valid)
   */
  identifySession(token: string): Promise<Identity>;
  /**
   * Finds the identity for a signed link, without querying the database. The identity may read its account's artifacts;
   * the caller must restrict it to the given path. Null for a request without a signature; `refusal` is a sentence that
   * explains why the signature is invalid.
   * @param text the query as the client sent it
   */
  identifyLink(path: string, query: LinkQuery, text: string): Identity | { refusal: string } | null;
  /** Discards the cached key with this prefix, so that the next request reads it again. */
  forget(prefix: string): void;
  /** Discards the cached session with this hash, so that the next request reads it again. */
  forgetSession(hash: string): void;
  close(): Promise<void>;
};

/**
 * @param options.signer verifies link signatures
 * @param options.onError receives database errors that do not fail a request: errors in subscriptions, and errors when recording the last use of a key or session
 * @param options.onChanged called when keys or sessions may have changed, so that long-running requests can be checked again
 */
export function createAuthentication(
  db: Database,
  {
    signer,
    onError,
    onChanged,
  }: { signer: LinkSigner; onError: (error: unknown) => void; onChanged?: () => void },
): Authentication {
  const keys = createRowCache<ApiKeyRow>(db, {
    channel: channels.apiKeys,
    read: (prefix) => findApiKeyByPrefix(db.orm, prefix),
    onError,
    onChanged,
  });
  const sessions = createRowCache(db, {
    channel: channels.sessions,
    read: (hash) => findSessionByHash(db.orm, hash),
    onError,
    onChanged,
  });
  return {
    forget: keys.forget,
    forgetSession: sessions.forget,
    async close() {
      await Promise.all([keys.close(), sessions.close()]);
    },
    async identify(text) {
      const parsed = parseApiKey(text);
      if (!parsed)
        throw new CoreError(
          'unauthorized',
          'The API key is incomplete or mistyped: its checksum does not match.',
        );
      const row = await keys.find(parsed.prefix);
      const isSame = timingSafeEqual(Buffer.from(parsed.hash), Buffer.from(row?.hash ?? noHash));
      if (!row || !isSame) throw new CoreError('unauthorized', 'There is no such API key.');
      return validIdentity(row, null);
    },
    async identifySession(token) {
      const found = await sessions.find(tokenHash(token));
      if (!found) throw new CoreError('unauthorized', 'There is no such session. Sign in again.');
      const { keyPrefix, ...session } = found;
      if (session.revokedAt || session.expiresAt.getTime() <= Date.now())
        throw new CoreError('unauthorized', 'The session has ended. Sign in again.');
      const row = await keys.find(keyPrefix);
      if (!row) throw new CoreError('unauthorized', "The session's API key no longer exists.");
      return validIdentity(row, session);
    },
    identifyLink(path, query, text) {
      const link = signer.check(path, query, text);
      return link === null || 'refusal' in link ? link : identityOfLink(link);
    },
  };

  /** @throws CoreError unauthorized (the key was revoked or has expired) */
  function validIdentity(row: ApiKeyRow, session: SessionRow | null): Identity {
    const now = Date.now();
    if (row.revokedAt) throw new CoreError('unauthorized', 'The API key was revoked.');
    if (row.expiresAt && row.expiresAt.getTime() <= now)
      throw new CoreError('unauthorized', `The API key expired at ${row.expiresAt.toISOString()}.`);
    recordUse(row, now);
    return identityOf(row, session);
  }

  function recordUse(row: ApiKeyRow, now: number): void {
    if (row.lastUsedAt && now - row.lastUsedAt.getTime() < useIntervalMs) return;
    row.lastUsedAt = new Date(now);
    recordKeyUse(db.orm, { accountId: row.accountId, keyId: row.id }).catch(onError);
  }
}

const identityOfLink = ({ accountId }: { accountId: number }): Identity => ({
  accountId,
  apiKey: null,
  session: null,
  scopes: ['read'],
  managesAllAccounts: false,
});

function identityOf(row: ApiKeyRow, session: SessionRow | null): Identity {
  return {
    accountId: row.accountId,
    apiKey: row,
    session,
    scopes: row.scopes,
    managesAllAccounts: row.accountId === defaultAccountId,
  };
}
