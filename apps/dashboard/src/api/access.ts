import type { KeyScope } from '@shotclock/client';
import { createSignal, useSignal } from './signal.ts';

// A key's scopes never change, so they are stored and screens do not have to wait for them.
const storageKey = 'shotclock-scopes';
const scopes = createSignal(localStorage.getItem(storageKey));

/** Whether the API requires a key. The shell then shows the sign-in screen instead of the current one. */
export const isSignedOut = createSignal(false);

/** Stores the scopes of the session's key. They come from the sign-in and from responses that contain them. */
export function rememberScopes(known: readonly KeyScope[]): void {
  const text = known.join(' ');
  if (scopes.get() !== text) localStorage.setItem(storageKey, text);
  scopes.set(text);
}

export function forgetScopes(): void {
  localStorage.removeItem(storageKey);
  scopes.set(null);
}

/** Whether the session's key has a scope; undefined until it is known. Without authentication, everything is permitted. */
export function useMay(scope: KeyScope): boolean | undefined {
  return useSignal(scopes)?.split(' ').includes(scope);
}
