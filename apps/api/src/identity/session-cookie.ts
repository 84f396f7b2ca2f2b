// With the `__Host-` prefix, browsers require Secure and Path=/ and reject Domain, so no other host can set the cookie.
// Chrome and Firefox also accept Secure cookies from http://localhost.

export const sessionCookieName = '__Host-shotclock';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';
const pattern = new RegExp(`(?:^|; *)${sessionCookieName}=([\\w-]{43})(?:;|$)`);

/** The token in a Cookie header; null if there is none. */
export const sessionToken = (cookie: string | undefined): string | null =>
  (cookie && pattern.exec(cookie)?.[1]) ?? null;

/** The Set-Cookie header of a new session. */
export const sessionCookie = (token: string, seconds: number): string =>
  `${sessionCookieName}=${token}; Max-Age=${seconds}; ${attributes}`;

/** The Set-Cookie header that removes the cookie. */
export const noSessionCookie = `${sessionCookieName}=; Max-Age=0; ${attributes}`;
