import { Button } from '@mantine/core';
import type { TimeLapse } from '@shotclock/client';
import { useState } from 'react';
import { blockingError } from '../../../api/problem.ts';
import { Pager } from '../../../components/layout/pager.tsx';
import { ProblemNotice } from '../../../components/layout/problem-notice.tsx';
import { Status } from '../../../components/text/status.tsx';
import { Time } from '../../../components/text/time.tsx';
import { texts } from '../../../texts/texts.ts';
import { DeleteButton } from './delete-button.tsx';
import { fileName, imageUrl, isWorking, useDeletion, useTimeLapseList } from './time-lapse-queries.ts';
import { periodText, stateText, summary, toneOf } from './time-lapse-words.ts';
import classes from './time-lapses.module.css';

const { timeLapse: words } = texts.history;

type TimeLapseListProps = { itemId: number; onShow: (id: number) => void };

/** The time-lapses of an item. Renders nothing if there are none. */
export function TimeLapseList({ itemId, onShow }: TimeLapseListProps) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useTimeLapseList(itemId, page);
  if (blockingError({ data, error })) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data || data.totalElements === 0) return null;
  return (
    <section className={classes.earlier} aria-label={words.earlier}>
      <h2 className={classes.heading}>{words.earlier}</h2>
      <ul className={classes.list}>
        {data.content.map((timeLapse) => (
          <Row key={timeLapse.id} itemId={itemId} timeLapse={timeLapse} onShow={onShow} />
        ))}
      </ul>
      {data.totalPages > 1 && (
        <div className={classes.actions}>
          <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
        </div>
      )}
    </section>
  );
}

function Row({ itemId, timeLapse, onShow }: TimeLapseListProps & { timeLapse: TimeLapse }) {
  const { id, status, createdAt, description } = timeLapse;
  const deletion = useDeletion(itemId, () => {});
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p>{periodText(timeLapse)}</p>
        <p className={classes.note}>
          <Status tone={toneOf[status]}>{stateText(timeLapse)}</Status>
          <Time at={createdAt} />
          {status === 'SUCCESS' && <span>{summary(timeLapse)}</span>}
        </p>
        {status === 'FAILED' && <p className={classes.failed}>{description}</p>}
      </div>
      <div className={classes.buttons}>
        {status !== 'FAILED' && (
          <Button variant="default" size="compact-sm" onClick={() => onShow(id)}>
            {words.show}
          </Button>
        )}
        {status === 'SUCCESS' && (
          <Button
            variant="default"
            size="compact-sm"
            component="a"
            href={imageUrl(id)}
            download={fileName(id)}
          >
            {texts.common.download}
          </Button>
        )}
        <DeleteButton
          isHarmless={status !== 'SUCCESS'}
          label={isWorking(timeLapse) ? texts.common.cancel : texts.common.delete}
          isBusy={deletion.isPending}
          size="compact-sm"
          onDelete={() => deletion.mutate(id)}
        />
      </div>
    </li>
  );
}
