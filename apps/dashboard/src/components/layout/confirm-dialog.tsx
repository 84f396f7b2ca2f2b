import { Button, Modal } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import classes from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  hint: string;
  action: string;
  onCancel: () => void;
  onConfirm: () => Promise<void>;
  /** The element that receives focus afterwards if the previously focused element, such as a menu item, no longer exists. */
  returnTo?: RefObject<HTMLElement | null>;
};

/** Asks for confirmation before an action that loses data. */
export function ConfirmDialog({ returnTo, ...props }: ConfirmDialogProps) {
  const { isOpen, title, hint, action, onCancel, onConfirm } = props;
  const [isBusy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onCancel();
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onCancel}
      title={title}
      size="sm"
      returnFocus={returnTo === undefined}
      onExitTransitionEnd={() => returnTo?.current?.focus()}
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <p className={classes.hint}>{hint}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {texts.common.cancel}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
