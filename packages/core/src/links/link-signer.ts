// A signed link grants access to one artifact without an API key until the link expires. The signature covers the path,
// the account and the expiry, so none of them can be changed. Links are not stored, so checking a link does not read the
// database. ADR 45.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const dayMs = 86_400_000;
const validDays = 7;
/** Distinguishes these signatures from other signatures created with the same secret. */
const label = 'shotclock-link-v1';

/** The query parameters of a link as parsed from a request. A repeated parameter is an array. */
export type LinkQuery = Record<string, unknown>;

/** The account in a valid link, or the reason why the link is refused. */
type CheckedLink = { accountId: number } | { refusal: string };

export type LinkSigner = {
  /**
   * The query string of a link that is valid for 7 to 8 days. Calls on the same day (UTC) return the same text, so
   * clients can cache the URL.
   * @param daysAgo 1 returns yesterday's text
   */
  sign(accountId: number, path: string, daysAgo?: 0 | 1): string;
  /**
   * Checks the query of a request for the path; null if the query contains no link parameters.
   * @param text the query as the client sent it, without `?`. The query must begin or end with the link exactly as `sign` returned it
   */
  check(path: string, query: LinkQuery, text: string): CheckedLink | null;
};

type Signed = { path: string; account: string; expires: string };

/**
 * @param secrets the first secret signs links, and all secrets verify them, so that a secret can be replaced while its links are
 * in use
 * @param now the current time in milliseconds
 */
export function createLinkSigner(
  secrets: readonly [string, ...string[]],
  now: () => number = Date.now,
): LinkSigner {
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  return {
    sign(accountId, path, daysAgo = 0) {
      const account = String(accountId);
      const expires = String((Math.floor(now() / dayMs) - daysAgo + validDays + 1) * (dayMs / 1_000));
      return linkText(keys[0]!, { path, account, expires });
    },
    check(path, query, text) {
      const { account, expires, signature } = query;
      if (account === undefined && expires === undefined && signature === undefined) return null;
      if (!isText(account) || !isText(expires) || !isText(signature)) return altered;
      const expected = keys.map((key) => linkText(key, { path, account, expires }));
      if (!expected.map((one) => hasLink(text, one)).includes(true)) return altered;
      const expiresAt = Number(expires) * 1_000;
      if (expiresAt > now()) return { accountId: Number(account) };
      return { refusal: `The link expired at ${new Date(expiresAt).toISOString()}.` };
    },
  };
}

const altered = { refusal: 'The link is incomplete or was changed.' };

const isText = (value: unknown): value is string => typeof value === 'string';

/** The query string of a link. The parts cannot contain line breaks, so different links sign different messages. */
function linkText(key: KeyObject, { path, account, expires }: Signed): string {
  const message = `${label}\n${path}\n${account}\n${expires}`;
  const signature = createHmac('sha256', key).update(message).digest('base64url');
  return `account=${account}&expires=${expires}&signature=${signature}`;
}

/** Whether a query begins or ends with the link. */
function hasLink(query: string, link: string): boolean {
  const { length } = link;
  if (query.length === length) return isSame(link, query);
  const isFirst = query[length] === '&' && isSame(link, query.slice(0, length));
  return isFirst || (query.at(-length - 1) === '&' && isSame(link, query.slice(-length)));
}

/** Compares strings, because different base64url strings can decode to the same bytes. */
function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
