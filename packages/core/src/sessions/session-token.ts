import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A new token, and the hash by which it is found. Only the client keeps the token. */
export function generateSessionToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: sessionHash(token) };
}

/** A token has 256 random bits, so a fast hash of it finds the session, and nobody can find a token for a hash. */
export const sessionHash = (token: string): string => createHash('sha256').update(token).digest('hex');
