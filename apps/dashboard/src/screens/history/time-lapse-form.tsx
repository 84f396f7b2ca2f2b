import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPercent } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './time-lapse-form.module.css';

const { timeLapse: words } = texts.history;
const dayMs = 86_400_000;
const lengths = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, all: null };
type Period = keyof typeof lengths;
const pollMs = 1_000;

type TimeLapse = {
  id: number;
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
  progress: number;
  frames: number | null;
  description: string | null;
};

/** Asks for a time-lapse, says how far it is, and shows it. */
export function TimeLapseForm({ itemId, url }: { itemId: number; url: string }) {
  const [period, setPeriod] = useState<Period>('day');
  const [speed, setSpeed] = useState<number | string>(8);
  const [onlyChanges, setOnlyChanges] = useState(true);
  const [id, setId] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { data } = useQuery({
    queryKey: ['time-lapse', id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: async ({ signal }) => {
      const response = await fetch(`/api/v1/time-lapses/${id}`, { signal });
      if (!response.ok) throw await response.json();
      return (await response.json()) as TimeLapse;
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'SUCCESS' || state.data?.status === 'FAILED' ? false : pollMs,
  });

  async function make(): Promise<void> {
    setProblem(null);
    const length = lengths[period];
    const response = await fetch(`/api/v1/items/${itemId}/time-lapse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        framesPerSecond: Number(speed),
        onlyChanges,
        ...(length !== null && { from: new Date(Date.now() - length).toISOString() }),
      }),
    });
    const body = await response.json();
    if (response.ok) setId((body as TimeLapse).id);
    else setProblem(body);
  }

  if (id !== null && data?.status === 'SUCCESS') {
    const image = `/api/v1/time-lapses/${id}/image`;
    return (
      <div className={classes.form}>
        <img className={classes.image} src={image} alt={words.alt(url)} />
        <div className={classes.actions}>
          <span className={classes.note}>{data.frames !== null && words.done(data.frames)}</span>
          <Button variant="default" onClick={() => setId(null)}>
            {words.another}
          </Button>
          <Button
            component="a"
            href={image}
            download={`time-lapse-${id}.webp`}
            leftSection={<Icon name="download" size={14} />}
          >
            {texts.common.download}
          </Button>
        </div>
      </div>
    );
  }
  const isWorking = id !== null && data?.status !== 'FAILED';
  return (
    <div className={classes.form}>
      <p className={classes.note}>{words.hint}</p>
      {problem !== null && <ProblemNotice error={problem} />}
      {data?.status === 'FAILED' && <p role="alert">{data.description}</p>}
      <div className={classes.fields}>
        <Select
          label={words.period}
          value={period}
          onChange={(value) => value && setPeriod(value)}
          data={Object.entries(words.periods).map(([value, label]) => ({ value: value as Period, label }))}
        />
        <NumberInput label={words.speed} value={speed} onChange={setSpeed} min={1} max={30} />
      </div>
      <Switch
        label={words.onlyChanges}
        checked={onlyChanges}
        onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
      />
      <div className={classes.actions}>
        <span className={classes.note} role="status">
          {isWorking && words.working(formatPercent(data?.progress ?? 0))}
        </span>
        <Button loading={isWorking} onClick={() => void make()}>
          {words.make}
        </Button>
      </div>
    </div>
  );
}
