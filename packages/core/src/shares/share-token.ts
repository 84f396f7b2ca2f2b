import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A new token and its hash. Only the client keeps the token. */
export function generateShareToken(): { token: string; tokenHash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: shareTokenHash(token) };
}

/** A fast hash: tokens have 256 random bits and cannot be guessed. */
export const shareTokenHash = (token: string): string => hash('sha256', token, 'hex');
