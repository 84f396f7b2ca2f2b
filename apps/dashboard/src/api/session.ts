// All tabs of a browser share one session: signing in or out affects all of them.
import type { ApiKey, KeyScope } from '@shotclock/client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetScopes, isSignedOut, rememberScopes } from './access.ts';
import { client } from './client.ts';

/** A message between tabs: the scopes of a new session, or null after a sign-out. */
type Notice = { scopes: readonly KeyScope[] | null };
const channelName = 'shotclock-session';
let channel: BroadcastChannel | undefined;

/**
 * Exchanges an API key for a session and returns the key's record. The browser keeps the cookie. The request is not retried,
 * because each invalid key counts toward the rate limit for the IP address.
 */
export async function signIn(key: string): Promise<ApiKey> {
  const session = await client.session.create(key, { maxRetries: 0 });
  return session.key;
}

export async function signOut(): Promise<void> {
  await client.session.delete();
}

/** Shows the screens in all tabs and reloads their data. */
export async function enterSession(queryClient: QueryClient, scopes: readonly KeyScope[]): Promise<void> {
  channel?.postMessage({ scopes } satisfies Notice);
  await enter(queryClient, scopes);
}

/** Shows the sign-in form in all tabs. */
export async function leaveSession(queryClient: QueryClient): Promise<void> {
  channel?.postMessage({ scopes: null } satisfies Notice);
  await leave(queryClient);
}

/** While the component is mounted, applies sign-ins and sign-outs from other tabs. */
export function useSharedSession(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const opened = new BroadcastChannel(channelName);
    channel = opened;
    opened.onmessage = ({ data: { scopes } }: MessageEvent<Notice>) =>
      void (scopes === null ? leave(queryClient) : enter(queryClient, scopes));
    return () => opened.close();
  }, [queryClient]);
}

async function enter(queryClient: QueryClient, scopes: readonly KeyScope[]): Promise<void> {
  rememberScopes(scopes);
  await queryClient.resetQueries();
  isSignedOut.set(false);
}

async function leave(queryClient: QueryClient): Promise<void> {
  forgetScopes();
  isSignedOut.set(true);
  await queryClient.resetQueries();
}
