import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import classes from './alert-form.module.css';

const { common } = texts;
const { newSecret, newSecretHint } = alertTexts.destinations;

/** Shows a new secret, which cannot be retrieved again. */
export function NewSecret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={newSecret}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <div className={classes.form}>
        <p className={classes.hint}>{newSecretHint}</p>
        <code className={classes.secret}>{secret}</code>
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
            onClick={() => secret !== null && clipboard.copy(secret)}
          >
            {clipboard.copied ? common.copied : common.copy}
          </Button>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </div>
    </Modal>
  );
}
