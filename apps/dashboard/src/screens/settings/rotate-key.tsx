import { Button, Modal, Select } from '@mantine/core';
import type { ApiKey, CreatedApiKey } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { optionsOf } from '../../components/controls/options-of.ts';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { settings, common } = texts;
const overlapSeconds = { none: 0, hour: 3_600, day: 86_400, week: 604_800 };
type Overlap = keyof typeof overlapSeconds;

type RotateKeyProps = {
  rotated: ApiKey | null;
  onClose: () => void;
  onCreated: (key: CreatedApiKey) => void;
};

/** Asks how long a key remains valid and replaces it. */
export function RotateKey({ rotated, onClose, onCreated }: RotateKeyProps) {
  const [overlap, setOverlap] = useState<Overlap>('day');
  const rotation = useMutation({
    mutationFn: (id: number) => client.apiKeys.rotate(id, { overlapSeconds: overlapSeconds[overlap] }),
    onSuccess: onCreated,
  });
  const close = () => {
    rotation.reset();
    onClose();
  };
  return (
    <Modal
      opened={rotated !== null}
      onClose={close}
      title={settings.rotateTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <div className={classes.form}>
        <p className={classes.hint}>{settings.rotateHint}</p>
        {rotation.error && <ProblemNotice error={rotation.error} />}
        <Select
          label={settings.overlap}
          value={overlap}
          onChange={(value) => value && setOverlap(value)}
          data={optionsOf(settings.overlaps)}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button loading={rotation.isPending} onClick={() => rotated && rotation.mutate(rotated.id)}>
            {settings.rotate}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
