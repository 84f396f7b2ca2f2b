import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { Icon } from '../../../components/controls/icon.tsx';
import { ProblemNotice } from '../../../components/layout/problem-notice.tsx';
import { texts } from '../../../texts/texts.ts';
import { DeleteButton } from './delete-button.tsx';
import { fileName, imageUrl, isWorking, useDeletion, useTimeLapse } from './time-lapse-queries.ts';
import { periodText, stateText, summary } from './time-lapse-words.ts';
import classes from './time-lapses.module.css';

const { timeLapse: words } = texts.history;

type TimeLapseViewProps = { itemId: number; id: number; url: string; onClose: () => void };

/** Shows the progress of a time-lapse, then the result. */
export function TimeLapseView({ itemId, id, url, onClose }: TimeLapseViewProps) {
  const { data, error, refetch } = useTimeLapse(id);
  const deletion = useDeletion(itemId, onClose);
  return (
    <div className={classes.form}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data && <p>{periodText(data)}</p>}
      {data?.status === 'SUCCESS' && (
        <img className={classes.image} src={imageUrl(id)} alt={words.alt(url)} />
      )}
      {data?.status === 'FAILED' && (
        <p className={classes.failed} role="alert">
          {data.description}
        </p>
      )}
      {data && isWorking(data) && (
        <Progress.Root>
          <Progress.Section value={data.progress * 100} aria-label={words.progress} />
        </Progress.Root>
      )}
      <p className={classes.note} role="status">
        {data && (data.status === 'SUCCESS' ? summary(data) : stateText(data))}
        {data && isWorking(data) && ` · ${words.closeHint}`}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {words.back}
        </Button>
        <span className={classes.space} />
        {data && (
          <DeleteButton
            isHarmless={data.status !== 'SUCCESS'}
            label={isWorking(data) ? texts.common.cancel : texts.common.delete}
            isBusy={deletion.isPending}
            onDelete={() => deletion.mutate(id)}
          />
        )}
        {data?.status === 'SUCCESS' && (
          <Button
            component="a"
            href={imageUrl(id)}
            download={fileName(id)}
            leftSection={<Icon name="download" size={14} />}
          >
            {texts.common.download}
          </Button>
        )}
      </div>
    </div>
  );
}
