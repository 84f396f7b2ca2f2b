import { ActionIcon, Tooltip } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../../components/controls/icon.tsx';
import { texts } from '../../../texts/texts.ts';
import { firstDraft } from './time-lapse-draft.ts';

const TimeLapseDialog = lazy(async () => ({
  default: (await import('./time-lapse-dialog.tsx')).TimeLapseDialog,
}));
const { timeLapse } = texts.history;

/** Opens the dialog with the time-lapses of an item. The dialog keeps its state while it is closed. */
export function TimeLapseButton({ itemId, url }: { itemId: number; url: string }) {
  const [isOpen, setOpen] = useState<boolean>();
  const [shown, setShown] = useState<number | null>(null);
  const [draft, setDraft] = useState(firstDraft);
  return (
    <>
      <Tooltip label={timeLapse.open}>
        <ActionIcon variant="default" size={30} onClick={() => setOpen(true)} aria-label={timeLapse.open}>
          <Icon name="film" />
        </ActionIcon>
      </Tooltip>
      {isOpen !== undefined && (
        <Suspense>
          <TimeLapseDialog
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            itemId={itemId}
            url={url}
            shown={shown}
            onShow={setShown}
            draft={draft}
            onDraft={setDraft}
          />
        </Suspense>
      )}
    </>
  );
}
