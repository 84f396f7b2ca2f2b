import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Another screen may remove the control that led to it, such as a button that starts a run. The focus would then be nowhere, so it goes to
 * the heading of the new screen, which screen readers read. A focus that is still somewhere stays there.
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
