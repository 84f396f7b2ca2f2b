import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Navigation may remove the focused control, such as a button that starts a run. The focus would then be lost, so it moves to the heading
 * of the new screen, which screen readers announce. Otherwise, the focus stays where it is.
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
