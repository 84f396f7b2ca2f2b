import { useEffect } from 'react';
import { texts } from '../../texts/texts.ts';

/** Sets the document title from its parts, most specific first: "Front pages", "Schedules". Undefined parts are omitted. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, texts.appName].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
