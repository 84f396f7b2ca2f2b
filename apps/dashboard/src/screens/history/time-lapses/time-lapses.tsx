import { useState } from 'react';
import { TimeLapseForm } from './time-lapse-form.tsx';
import { TimeLapseView } from './time-lapse-view.tsx';

/** Makes time-lapses of an item, and shows them. */
export function TimeLapses({ itemId, url }: { itemId: number; url: string }) {
  const [shown, setShown] = useState<number | null>(null);
  if (shown !== null) return <TimeLapseView id={shown} url={url} onClose={() => setShown(null)} />;
  return <TimeLapseForm itemId={itemId} onStarted={({ id }) => setShown(id)} />;
}
