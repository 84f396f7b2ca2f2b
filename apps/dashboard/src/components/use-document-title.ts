import { useEffect } from 'react';
import { texts } from '../texts/texts.ts';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? texts.appName : `${title} · ${texts.appName}`;
  }, [title]);
}
