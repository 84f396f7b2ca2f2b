import type { ApiKey } from '@shotclock/client';
import { forgetScopes, rememberScopes } from './access.ts';
import { client } from './client.ts';

/**
 * Exchanges an API key for a session, and returns what is known about the key. The browser keeps the cookie. The request is sent once: a wrong
 * key counts against the address.
 */
export async function signIn(key: string): Promise<ApiKey> {
  const session = await client.session.create(key, { maxRetries: 0 });
  rememberScopes(session.key.scopes);
  return session.key;
}

export async function signOut(): Promise<void> {
  await client.session.delete();
  forgetScopes();
}
