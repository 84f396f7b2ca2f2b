import { client } from './client.ts';
import { createSignal } from './signal.ts';

/** Whether the API asked for a key. The shell shows the sign-in screen instead of the current one. */
export const isSignedOut = createSignal(false);

/** Exchanges an API key for a session. The browser keeps its cookie. It is sent once: a wrong key counts against the address. */
export async function signIn(key: string): Promise<void> {
  await client.session.create(key, { maxRetries: 0 });
}

export async function signOut(): Promise<void> {
  await client.session.delete();
}
