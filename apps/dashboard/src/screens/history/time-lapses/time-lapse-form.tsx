import { NumberInput, Select, Switch } from '@mantine/core';
import type { TimeLapse } from '@shotclock/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { fieldMessages } from '../../../api/problem.ts';
import { WriteButton } from '../../../components/controls/write-button.tsx';
import { TimeField } from '../../../components/dates/date-fields.tsx';
import { ProblemNotice } from '../../../components/layout/problem-notice.tsx';
import { texts } from '../../../texts/texts.ts';
import { frameLimits, periods, requestOf, type TimeLapseDraft, widths } from './time-lapse-draft.ts';
import classes from './time-lapses.module.css';

const { timeLapse: words } = texts.history;

type TimeLapseFormProps = {
  itemId: number;
  draft: TimeLapseDraft;
  onDraft: (draft: TimeLapseDraft) => void;
  onStarted: (started: TimeLapse) => void;
};

/** The form that requests a time-lapse. */
export function TimeLapseForm({ itemId, draft, onDraft, onStarted }: TimeLapseFormProps) {
  const start = useMutation({
    mutationFn: async () => client.timeLapses.create(itemId, requestOf(draft, Date.now())),
    onSuccess: onStarted,
  });
  const messages = fieldMessages(start.error);
  const isCustom = draft.period === 'custom';
  const shown = ['/width', '/framesPerSecond', ...(isCustom ? ['/from', '/to'] : [])];
  const hasOther = start.error !== null && !shown.some((path) => messages.has(path));
  const set = (change: Partial<TimeLapseDraft>) => onDraft({ ...draft, ...change });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <p className={classes.note}>{words.hint}</p>
      {hasOther && <ProblemNotice error={start.error} />}
      <div className={classes.fields}>
        <Select
          label={words.period}
          value={draft.period}
          onChange={(period) => period && set({ period })}
          data={periods.map((value) => ({ value, label: words.periods[value] }))}
        />
        <Select
          label={words.width}
          value={draft.width}
          onChange={(width) => width && set({ width })}
          error={messages.get('/width')}
          data={widths.map((value) => ({ value, label: words.pixels(value) }))}
        />
        <NumberInput
          label={words.speed}
          value={draft.speed}
          onChange={(speed) => set({ speed })}
          error={messages.get('/framesPerSecond')}
          min={1}
          max={30}
          allowDecimal={false}
        />
      </div>
      {isCustom && (
        <div className={classes.fields}>
          <TimeField
            label={texts.common.from}
            value={draft.from}
            onChange={(from) => set({ from })}
            error={messages.get('/from')}
          />
          <TimeField
            label={texts.common.to}
            value={draft.to}
            onChange={(to) => set({ to })}
            error={messages.get('/to')}
          />
        </div>
      )}
      <Switch
        label={words.onlyChanges}
        checked={draft.onlyChanges}
        onChange={(event) => set({ onlyChanges: event.currentTarget.checked })}
      />
      <div className={classes.actions}>
        <p className={classes.note}>{words.limit(frameLimits[draft.width])}</p>
        <WriteButton type="submit" loading={start.isPending}>
          {words.create}
        </WriteButton>
      </div>
    </form>
  );
}
