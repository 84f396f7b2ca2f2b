import { useEffect } from 'react';
import { texts } from '../texts/texts.ts';

/** Names what a screen shows, from the most exact part on: "Front pages", "Schedules". Parts that are not known yet are left out. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, texts.appName].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
