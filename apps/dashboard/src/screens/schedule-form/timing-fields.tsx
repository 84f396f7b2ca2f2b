import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { optionsOf } from '../../components/controls/options-of.ts';
import { TimeField } from '../../components/dates/date-fields.tsx';
import { TimezoneSelect } from '../../components/dates/timezone-select.tsx';
import { useCronWords } from '../../components/schedules/timing.tsx';
import { texts } from '../../texts/texts.ts';
import type { Draft, SetDraft } from './draft.ts';
import classes from './schedule-form.module.css';

const { form, types, units } = texts.schedules;

type Preset = keyof typeof form.presetNames;

const presets: Record<Preset, Partial<Draft>> = {
  everyMinute: { type: 'INTERVAL', intervalValue: 1, intervalUnit: 'MINUTES', firstRunAt: '' },
  everyQuarter: { type: 'CRON', cronExpression: '*/15 * * * *' },
  hourly: { type: 'CRON', cronExpression: '0 * * * *' },
  daily: { type: 'CRON', cronExpression: '0 9 * * *' },
  weekdays: { type: 'CRON', cronExpression: '0 9 * * 1-5' },
  weekly: { type: 'CRON', cronExpression: '0 9 * * 1' },
  monthly: { type: 'CRON', cronExpression: '0 9 1 * *' },
};

type TimingFieldsProps = {
  draft: Draft;
  set: SetDraft;
  setDraft: (change: (before: Draft) => Draft) => void;
  messages: ReadonlyMap<string, string>;
};

/** The timing of the schedule. */
export function TimingFields({ draft, set, setDraft, messages }: TimingFieldsProps) {
  const words = useCronWords(draft.type === 'CRON' ? draft.cronExpression : null);
  return (
    <>
      <fieldset
        className={classes.presets}
        style={{ border: 0, margin: 0, padding: 0 }}
        aria-label={form.presets}
      >
        {optionsOf(form.presetNames).map(({ value: name, label }) => {
          const change = presets[name];
          return (
            <button
              key={name}
              type="button"
              className={classes.preset}
              aria-pressed={hasAll(draft, change)}
              onClick={() => setDraft((before) => ({ ...before, ...change }))}
            >
              {label}
            </button>
          );
        })}
      </fieldset>
      <SegmentedControl
        aria-label={form.type}
        value={draft.type}
        onChange={(value) => set('type', value)}
        data={[
          { value: 'CRON', label: types.CRON },
          { value: 'INTERVAL', label: types.INTERVAL },
          { value: 'ONCE', label: types.ONCE },
        ]}
      />
      {draft.type === 'CRON' && (
        <div>
          <TextInput
            label={form.cron}
            description={form.cronHint}
            value={draft.cronExpression}
            onChange={(event) => set('cronExpression', event.currentTarget.value)}
            error={messages.get('/schedule/cronExpression')}
            styles={{ input: { fontFamily: 'var(--font-mono)' } }}
            spellCheck={false}
          />
          <p className={classes.words} role="status">
            {words}
          </p>
        </div>
      )}
      {draft.type === 'INTERVAL' && (
        <div className={classes.inline}>
          <NumberInput
            label={form.interval}
            value={draft.intervalValue}
            onChange={(value) => set('intervalValue', typeof value === 'number' ? value : '')}
            error={messages.get('/schedule/intervalValue')}
            min={1}
          />
          <Select
            label={form.unit}
            value={draft.intervalUnit}
            onChange={(value) => value && set('intervalUnit', value)}
            data={(['MINUTES', 'HOURS', 'DAYS', 'WEEKS', 'MONTHS'] as const).map((unit) => ({
              value: unit,
              label: units[unit][draft.intervalValue === 1 ? 0 : 1]!,
            }))}
          />
        </div>
      )}
      <div className={classes.inline}>
        {draft.type !== 'CRON' && (
          <TimeField
            label={draft.type === 'ONCE' ? form.onceAt : form.firstRunAt}
            placeholder={draft.type === 'INTERVAL' ? form.firstRunNow : undefined}
            value={draft.firstRunAt}
            onChange={(time) => set('firstRunAt', time)}
            error={messages.get('/schedule/firstRunAt')}
          />
        )}
        {draft.type !== 'ONCE' && (
          <TimezoneSelect
            label={form.timezone}
            value={draft.timezone}
            onChange={(value) => set('timezone', value)}
            error={messages.get('/policy/timezone')}
          />
        )}
      </div>
    </>
  );
}

/** Whether the new value equals the current one. */
const hasAll = (draft: Draft, change: Partial<Draft>): boolean =>
  JSON.stringify({ ...draft, ...change }) === JSON.stringify(draft);
