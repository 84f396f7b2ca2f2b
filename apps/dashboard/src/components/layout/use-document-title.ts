import { useEffect } from 'react';
import { texts } from '../../texts/texts.ts';

/** Sets the document title, the most specific part first: "Front pages", "Schedules". Unknown parts are omitted. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, texts.appName].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
