import { ActionIcon, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../../components/controls/icon.tsx';
import { texts } from '../../../texts/texts.ts';
import { firstDraft } from './time-lapse-draft.ts';

const TimeLapses = lazy(async () => ({ default: (await import('./time-lapses.tsx')).TimeLapses }));
const { timeLapse } = texts.history;

/** Opens the dialog with the time-lapses of an item. The dialog keeps its state while it is closed. */
export function TimeLapseButton({ itemId, url }: { itemId: number; url: string }) {
  const [isOpen, dialog] = useDisclosure();
  const [shown, setShown] = useState<number | null>(null);
  const [draft, setDraft] = useState(firstDraft);
  return (
    <>
      <Tooltip label={timeLapse.open}>
        <ActionIcon variant="default" size={30} onClick={dialog.open} aria-label={timeLapse.open}>
          <Icon name="film" />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={timeLapse.title}
        size="lg"
        closeButtonProps={{ 'aria-label': texts.common.close }}
      >
        <Suspense>
          <TimeLapses
            itemId={itemId}
            url={url}
            shown={shown}
            onShow={setShown}
            draft={draft}
            onDraft={setDraft}
          />
        </Suspense>
      </Modal>
    </>
  );
}
