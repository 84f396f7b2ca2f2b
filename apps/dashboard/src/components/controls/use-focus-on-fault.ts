import { type RefObject, useLayoutEffect } from 'react';

/** Focuses the first invalid field of a form, or its notice, after each failure. */
export function useFocusOnFault(element: RefObject<HTMLFormElement | null>, failure: unknown): void {
  // Fields are marked as invalid only after the errors are rendered.
  useLayoutEffect(() => {
    if (!failure) return;
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
    first?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  }, [failure, element]);
}
