import { createSignal } from './signal.ts';

/** Whether the API asked for a key. The shell shows the sign-in screen instead of the current one. */
export const isSignedOut = createSignal(false);

/** Exchanges an API key for a session. The browser keeps its cookie. */
export async function signIn(key: string): Promise<void> {
  await send('POST', { key });
}

export async function signOut(): Promise<void> {
  await send('DELETE');
}

/** Sends a request about the session. Sign-in is never repeated automatically: a wrong key counts against the address. */
async function send(method: string, body?: unknown): Promise<void> {
  const response = await fetch('/api/v1/session', {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (!response.ok) throw await response.json();
}
