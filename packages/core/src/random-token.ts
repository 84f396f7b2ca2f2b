import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A new token with 256 random bits, and the hash that is used to look it up. Only the client keeps the token. */
export function generateToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** Whether a string has the format of a token; other strings need not be looked up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A fast hash is sufficient: a token with 256 random bits cannot be guessed or recovered from its hash. */
export const tokenHash = (token: string): string => hash('sha256', token);
