import { NumberInput, Select, Switch } from '@mantine/core';
import type { TimeLapse } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { fieldMessages } from '../../api/problem.ts';
import { optionsOf } from '../../components/options-of.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { WriteButton } from '../../components/write-button.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './time-lapse-form.module.css';

const { timeLapse: words } = texts.history;
const dayMs = 86_400_000;
const lengths = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, all: null };
type Period = keyof typeof lengths;
/** Widths that the API does not round. */
const widths = ['320', '640', '960', '1280'] as const;
type Width = (typeof widths)[number];

/** Asks for a time-lapse. */
export function TimeLapseForm({
  itemId,
  onStarted,
}: {
  itemId: number;
  onStarted: (started: TimeLapse) => void;
}) {
  const [period, setPeriod] = useState<Period>('day');
  const [width, setWidth] = useState<Width>('640');
  const [speed, setSpeed] = useState<number | string>(8);
  const [onlyChanges, setOnlyChanges] = useState(true);
  const start = useMutation({
    mutationFn: async () => {
      const length = lengths[period];
      return client.timeLapses.create(itemId, {
        width: Number(width),
        ...(speed !== '' && { framesPerSecond: Number(speed) }),
        onlyChanges,
        ...(length !== null && { from: new Date(Date.now() - length).toISOString() }),
      });
    },
    onSuccess: onStarted,
  });
  const messages = fieldMessages(start.error);
  return (
    <div className={classes.form}>
      <p className={classes.note}>{words.hint}</p>
      {start.error && messages.size === 0 && <ProblemNotice error={start.error} />}
      <div className={classes.fields}>
        <Select
          label={words.period}
          value={period}
          onChange={(value) => value && setPeriod(value)}
          data={optionsOf(words.periods)}
        />
        <Select
          label={words.width}
          value={width}
          onChange={(value) => value && setWidth(value)}
          data={widths.map((value) => ({ value, label: words.pixels(value) }))}
        />
        <NumberInput
          label={words.speed}
          value={speed}
          onChange={setSpeed}
          error={messages.get('/framesPerSecond')}
          min={1}
          max={30}
        />
      </div>
      <Switch
        label={words.onlyChanges}
        checked={onlyChanges}
        onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
      />
      <div className={classes.actions}>
        <WriteButton loading={start.isPending} onClick={() => start.mutate()}>
          {words.make}
        </WriteButton>
      </div>
    </div>
  );
}
