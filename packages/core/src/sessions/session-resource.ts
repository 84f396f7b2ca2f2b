import type { Session } from '@shotclock/contracts';
import type { ApiKeyRow, SessionRow } from '@shotclock/db';
import { apiKeyResource } from '../api-keys/api-key-resource.ts';

/** The part of an identity that describes its session; `session` is null if the request has none. */
export type SignedIn = { session: SessionRow | null; apiKey: ApiKeyRow | null };

export const sessionResource = ({ id, createdAt, expiresAt }: SessionRow, apiKey: ApiKeyRow): Session => ({
  id,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  key: apiKeyResource(apiKey),
});
