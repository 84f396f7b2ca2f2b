import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { CreatedApiKey } from '@shotclock/client';
import { Icon } from '../../components/controls/icon.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { settings, common } = texts;

/** Shows a new key, which cannot be retrieved again. */
export function NewKey({ created, onClose }: { created: CreatedApiKey | null; onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  const key = created?.key ?? '';
  return (
    <Modal
      opened={created !== null}
      onClose={onClose}
      title={settings.newKey}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <div className={classes.form}>
        <p className={classes.hint}>{settings.newKeyHint}</p>
        <code className={classes.secret}>{key}</code>
        <div className={classes.actions}>
          <Button
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />}
            onClick={() => clipboard.copy(key)}
          >
            {clipboard.copied ? common.copied : common.copy}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
