import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import type { TimeLapse } from '@shotclock/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import { formatBytes, formatPercent } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { WriteButton } from '../../components/write-button.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './time-lapse-form.module.css';

const { timeLapse: words } = texts.history;
const pollMs = 1_000;
const isWorking = ({ status }: TimeLapse): boolean => status === 'PENDING' || status === 'PROCESSING';

type TimeLapseViewProps = { id: number; url: string; onClose: () => void };

/** Says how far a time-lapse is, and shows it. */
export function TimeLapseView({ id, url, onClose }: TimeLapseViewProps) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/time-lapses/{id}',
    { params: { path: { id } } },
    {
      placeholderData: undefined,
      refetchInterval: ({ state }) => (state.data && !isWorking(state.data) ? false : pollMs),
    },
  );
  const removal = useMutation({
    mutationFn: () => client.timeLapses.delete(id),
    onError: showProblem,
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['get', '/api/v1/items/{itemId}/time-lapses'] });
    },
  });
  const image = `/api/v1/time-lapses/${id}/image`;
  const progress = data?.progress ?? 0;
  return (
    <div className={classes.form}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.status === 'SUCCESS' && <img className={classes.image} src={image} alt={words.alt(url)} />}
      {data?.status === 'FAILED' && (
        <p className={classes.failed} role="alert">
          {data.description}
        </p>
      )}
      {data && isWorking(data) && (
        <Progress.Root>
          <Progress.Section value={progress * 100} aria-label={words.progress} />
        </Progress.Root>
      )}
      <div className={classes.actions}>
        <span className={classes.note} role="status">
          {data && isWorking(data) && words.working(formatPercent(progress))}
          {data?.status === 'SUCCESS' && summary(data)}
        </span>
        <Button variant="default" onClick={onClose}>
          {words.back}
        </Button>
        {data && (
          <WriteButton
            variant="default"
            color="red"
            loading={removal.isPending}
            onClick={() => removal.mutate()}
          >
            {isWorking(data) ? texts.common.cancel : texts.common.delete}
          </WriteButton>
        )}
        {data?.status === 'SUCCESS' && (
          <Button
            component="a"
            href={image}
            download={`time-lapse-${id}.webp`}
            leftSection={<Icon name="download" size={14} />}
          >
            {texts.common.download}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How many captures a finished time-lapse shows, and its size. */
function summary({ captures, frames, bytes }: TimeLapse): string {
  const parts = [
    frames !== null && words.frames(frames, captures ?? frames),
    bytes !== null && formatBytes(bytes),
  ];
  return parts.filter(Boolean).join(' · ');
}
