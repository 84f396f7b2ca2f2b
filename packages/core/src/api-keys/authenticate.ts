import { timingSafeEqual } from 'node:crypto';
import { type KeyScope, keyScopes } from '@shotclock/contracts';
import { type ApiKeyRow, type Database, defaultAccountId, recordKeyUse } from '@shotclock/db';
import { CoreError } from '../errors.ts';
import type { LinkQuery, LinkSigner } from '../links/link-signer.ts';
import { createApiKeyCache } from './api-key-cache.ts';
import { parseApiKey } from './api-key-text.ts';

/** For whom a request acts, and what it permits. */
export type Identity = {
  accountId: number;
  /** The key of the request; null without authentication and for a signed link. */
  apiKey: ApiKeyRow | null;
  scopes: readonly KeyScope[];
  /** Whether the scope `admin` applies to all accounts. True for the keys of the default account, which is the operator's. */
  managesAllAccounts: boolean;
};

/** The identity of all requests while the API has no authentication. */
export const unauthenticated: Identity = {
  accountId: defaultAccountId,
  apiKey: null,
  scopes: keyScopes,
  managesAllAccounts: true,
};

const useIntervalMs = 60_000;
const noHash = '0'.repeat(64);

export type Authentication = {
  /**
   * Finds the identity of an API key. An unknown key and one with a wrong secret part take the same time.
   * @throws CoreError unauthorized
   */
  identify(key: string): Promise<Identity>;
  /**
   * Finds the identity of a signed link, without a request to the database: it may read the artifacts of its account. The caller permits
   * it for the path only. Null for a request without a signature; `refusal` is a sentence for one with a wrong signature.
   */
  identifyLink(path: string, query: LinkQuery): Identity | { refusal: string } | null;
  /** Reads the key with this prefix again before the next request with it. */
  forget(prefix: string): void;
  close(): Promise<void>;
};

/**
 * @param options.signer checks the signatures of links
 * @param options.onError receives database errors that fail no request: of the subscription, and of recording the last use
 */
export function createAuthentication(
  db: Database,
  { signer, onError }: { signer: LinkSigner; onError: (error: unknown) => void },
): Authentication {
  const cache = createApiKeyCache(db, { onError });
  return {
    forget: cache.forget,
    close: cache.close,
    async identify(text) {
      const parsed = parseApiKey(text);
      if (!parsed)
        throw new CoreError(
          'unauthorized',
          'The API key is incomplete or mistyped: its checksum does not match.',
        );
      const row = await cache.find(parsed.prefix);
      const isSame = timingSafeEqual(Buffer.from(parsed.hash), Buffer.from(row?.hash ?? noHash));
      if (!row || !isSame) throw new CoreError('unauthorized', 'There is no such API key.');
      const now = Date.now();
      if (row.revokedAt) throw new CoreError('unauthorized', 'The API key was revoked.');
      if (row.expiresAt && row.expiresAt.getTime() <= now)
        throw new CoreError('unauthorized', `The API key expired at ${row.expiresAt.toISOString()}.`);
      recordUse(row, now);
      return identityOf(row);
    },
    identifyLink(path, query) {
      const link = signer.check(path, query);
      return link === null || 'refusal' in link ? link : identityOfLink(link);
    },
  };

  function recordUse(row: ApiKeyRow, now: number): void {
    if (row.lastUsedAt && now - row.lastUsedAt.getTime() < useIntervalMs) return;
    row.lastUsedAt = new Date(now);
    recordKeyUse(db.orm, row.id).catch(onError);
  }
}

const identityOfLink = ({ accountId }: { accountId: number }): Identity => ({
  accountId,
  apiKey: null,
  scopes: ['read'],
  managesAllAccounts: false,
});

function identityOf(row: ApiKeyRow): Identity {
  return {
    accountId: row.accountId,
    apiKey: row,
    scopes: row.scopes,
    managesAllAccounts: row.accountId === defaultAccountId,
  };
}
