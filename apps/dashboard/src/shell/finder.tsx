import { lazy, Suspense } from 'react';
import { createSignal, useSignal } from '../api/signal.ts';

const wasOpened = createSignal(false);
const FinderDialog = lazy(async () => ({ default: (await import('./finder-dialog.tsx')).FinderDialog }));

export function openFinder(): void {
  if (wasOpened.get()) void import('./finder-dialog.tsx').then(({ showFinder }) => showFinder());
  else wasOpened.set(true);
}

/** The search for schedules, pages and screens, loaded when it is first opened. */
export function Finder() {
  return useSignal(wasOpened) ? (
    <Suspense>
      <FinderDialog />
    </Suspense>
  ) : null;
}
