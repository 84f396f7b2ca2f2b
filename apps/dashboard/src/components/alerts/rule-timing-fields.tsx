import { Checkbox, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import type { AlertTimingType } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import { optionsOf } from '../controls/options-of.ts';
import { TimezoneSelect } from '../dates/timezone-select.tsx';
import classes from './alert-form.module.css';
import { hasTime, type RuleDraft, usesTimezone, weekdays } from './rule-draft.ts';

const { rules } = alertTexts;

type RuleTimingFieldsProps = {
  draft: RuleDraft;
  set: (change: Partial<RuleDraft>) => void;
  messages: ReadonlyMap<string, string>;
};

/** When the messages of a rule are sent. */
export function RuleTimingFields({ draft, set, messages }: RuleTimingFieldsProps) {
  const { timingType, at, weekday, isQuiet, quietHours, timezone } = draft;
  const setQuiet = (change: Partial<typeof quietHours>) => set({ quietHours: { ...quietHours, ...change } });
  return (
    <>
      <SegmentedControl
        aria-label={rules.when}
        value={timingType}
        onChange={(type: AlertTimingType) => set({ timingType: type })}
        data={optionsOf(rules.timingTypes)}
        style={{ justifySelf: 'start' }}
      />
      <p className={classes.hint}>{rules.timingHints[timingType]}</p>
      {hasTime(draft) && (
        <div className={classes.inline}>
          {timingType === 'WEEKLY' && (
            <Select
              label={rules.weekday}
              value={weekday}
              onChange={(day) => day && set({ weekday: day })}
              data={optionsOf(rules.weekdays)}
              error={messages.get('/timing/weekday')}
            />
          )}
          <TextInput
            type="time"
            label={rules.at}
            value={at}
            onChange={(event) => set({ at: event.currentTarget.value })}
            error={messages.get('/timing/at')}
          />
        </div>
      )}
      <Switch
        label={rules.isQuiet}
        description={rules.isQuietHint}
        checked={isQuiet}
        onChange={(event) => set({ isQuiet: event.currentTarget.checked })}
        error={messages.get('/quietHours')}
      />
      {isQuiet && (
        <>
          <div className={classes.inline}>
            <TextInput
              type="time"
              label={rules.quietFrom}
              value={quietHours.from}
              onChange={(event) => setQuiet({ from: event.currentTarget.value })}
              error={messages.get('/quietHours/from')}
            />
            <TextInput
              type="time"
              label={rules.quietTo}
              description={rules.quietToHint}
              value={quietHours.to}
              onChange={(event) => setQuiet({ to: event.currentTarget.value })}
              error={messages.get('/quietHours/to')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          </div>
          <Checkbox.Group
            label={rules.quietDays}
            value={[...quietHours.days]}
            onChange={(chosen) => setQuiet({ days: weekdays.filter((day) => chosen.includes(day)) })}
            error={messages.get('/quietHours/days')}
          >
            <div className={classes.days}>
              {weekdays.map((day) => (
                <Checkbox key={day} size="xs" value={day} label={rules.weekdays[day]} />
              ))}
            </div>
          </Checkbox.Group>
        </>
      )}
      {usesTimezone(draft) && (
        <TimezoneSelect
          label={rules.timezone}
          value={timezone}
          onChange={(zone) => set({ timezone: zone })}
          error={messages.get('/timezone')}
        />
      )}
    </>
  );
}
