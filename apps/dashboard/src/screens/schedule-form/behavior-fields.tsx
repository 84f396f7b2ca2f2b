import { NumberInput, Select, Switch } from '@mantine/core';
import { optionsOf } from '../../components/controls/options-of.ts';
import { texts } from '../../texts/texts.ts';
import type { Draft, SetDraft } from './draft.ts';
import classes from './schedule-form.module.css';

const { form } = texts.schedules;

type FieldsProps = { draft: Draft; set: SetDraft; messages: ReadonlyMap<string, string> };

/** Settings of the schedule other than its timing. */
export function BehaviorFields({ draft, set, messages }: FieldsProps) {
  return (
    <>
      <Switch
        label={form.detectChanges}
        description={form.detectChangesHint}
        checked={draft.detectChanges}
        onChange={(event) => set('detectChanges', event.currentTarget.checked)}
      />
      <div className={classes.inline}>
        <Select
          label={form.overlap}
          value={draft.overlap}
          onChange={(value) => value && set('overlap', value)}
          data={optionsOf(form.overlapNames)}
        />
        <Select
          label={form.missedRuns}
          value={draft.missedRuns}
          onChange={(value) => value && set('missedRuns', value)}
          data={optionsOf(form.missedRunsNames)}
        />
        <NumberInput
          label={form.autoPause}
          value={draft.autoPauseAfterFailures}
          onChange={(value) => set('autoPauseAfterFailures', typeof value === 'number' ? value : '')}
          placeholder={texts.common.never}
          error={messages.get('/policy/autoPauseAfterFailures')}
          min={1}
          hideControls
        />
        <NumberInput
          label={form.retention}
          value={draft.retentionDays}
          onChange={(value) => set('retentionDays', typeof value === 'number' ? value : '')}
          placeholder={form.forever}
          error={messages.get('/policy/retentionDays')}
          min={1}
          hideControls
        />
      </div>
    </>
  );
}
