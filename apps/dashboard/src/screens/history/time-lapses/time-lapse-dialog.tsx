import { Modal } from '@mantine/core';
import { type ComponentProps, useEffect, useState } from 'react';
import { texts } from '../../../texts/texts.ts';
import { TimeLapses } from './time-lapses.tsx';

type TimeLapseDialogProps = ComponentProps<typeof TimeLapses> & { isOpen: boolean; onClose: () => void };

export function TimeLapseDialog({ isOpen, onClose, ...props }: TimeLapseDialogProps) {
  // Opens the dialog only after mounting, because a dialog that is initially open cannot restore focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      title={texts.history.timeLapse.title}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <TimeLapses {...props} />
    </Modal>
  );
}
