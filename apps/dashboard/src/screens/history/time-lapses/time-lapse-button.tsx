import { ActionIcon, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../../texts/texts.ts';

const TimeLapses = lazy(async () => ({ default: (await import('./time-lapses.tsx')).TimeLapses }));
const { timeLapse } = texts.history;

export function TimeLapseButton({ itemId, url }: { itemId: number; url: string }) {
  const [isOpen, dialog] = useDisclosure();
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
          <TimeLapses itemId={itemId} url={url} />
        </Suspense>
      </Modal>
    </>
  );
}
