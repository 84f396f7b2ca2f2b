import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/access.ts';
import { texts } from '../../texts/texts.ts';
import type { Subject } from './subject.ts';

const TellMeDialog = lazy(async () => ({ default: (await import('./tell-me-dialog.tsx')).TellMeDialog }));

/** The dialog that creates a rule about a subject, loaded when it is first opened. Returns null if the key cannot create rules. */
export function useTellMe(subject: Subject) {
  const [isOpen, setOpen] = useState<boolean>();
  const mayWrite = useMay('write') !== false;
  if (!mayWrite) return null;
  const dialog = isOpen !== undefined && (
    <Suspense>
      <TellMeDialog isOpen={isOpen} subject={subject} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { label: texts.nav.tellMe, dialog, open: () => setOpen(true) };
}
