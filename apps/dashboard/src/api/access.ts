import type { KeyScope } from '@shotclock/client';
import { createSignal, useSignal } from './signal.ts';

// A key keeps its scopes, and no screen should have to wait for them. So they are stored, besides the colour scheme.
const storageKey = 'shotclock-scopes';
const scopes = createSignal(localStorage.getItem(storageKey));

/** Whether the API asked for a key. The shell shows the sign-in screen instead of the current one. */
export const isSignedOut = createSignal(false);

/** Notes what the key of the session permits: at sign-in, and with each response that says so. */
export function rememberScopes(known: readonly KeyScope[]): void {
  const text = known.join(' ');
  if (scopes.get() !== text) localStorage.setItem(storageKey, text);
  scopes.set(text);
}

export function forgetScopes(): void {
  localStorage.removeItem(storageKey);
  scopes.set(null);
}

/** Whether the key of the session has a scope; undefined while it is not known. Without authentication everything is permitted. */
export function useMay(scope: KeyScope): boolean | undefined {
  return useSignal(scopes)?.split(' ').includes(scope);
}
