import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Navigation may remove the focused control, such as a button that starts a run. The focus then moves to the heading of the new screen, so
 * that it is not lost and screen readers announce the heading. Otherwise, the focus stays where it is.
 */
export function useFocusOfScreen(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement !== document.body) return;
        const heading = document.querySelector<HTMLElement>('main h1');
        if (!heading) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
}
