import type { TimeLapseDraft } from './time-lapse-draft.ts';
import { TimeLapseForm } from './time-lapse-form.tsx';
import { TimeLapseList } from './time-lapse-list.tsx';
import { TimeLapseView } from './time-lapse-view.tsx';

type TimeLapsesProps = {
  itemId: number;
  /** The shortened URL of the page, for descriptions. */
  url: string;
  /** The ID of the displayed time-lapse; null for the form and the list. */
  shown: number | null;
  onShow: (id: number | null) => void;
  draft: TimeLapseDraft;
  onDraft: (draft: TimeLapseDraft) => void;
};

/** Creates and shows the time-lapses of an item. */
export function TimeLapses({ itemId, url, shown, onShow, draft, onDraft }: TimeLapsesProps) {
  if (shown !== null)
    return <TimeLapseView itemId={itemId} id={shown} url={url} onClose={() => onShow(null)} />;
  return (
    <>
      <TimeLapseForm itemId={itemId} draft={draft} onDraft={onDraft} onStarted={({ id }) => onShow(id)} />
      <TimeLapseList itemId={itemId} onShow={onShow} />
    </>
  );
}
