import { NumberInput, Select, Switch } from '@mantine/core';
import { optionsOf } from '../../components/controls/options-of.ts';
import { texts } from '../../texts/texts.ts';
import type { Draft, SetDraft } from './draft.ts';
import classes from './schedule-form.module.css';

const { form } = texts.schedules;

type FieldsProps = { draft: Draft; set: SetDraft; messages: ReadonlyMap<string, string> };

/** Capture settings for added pages. */
export function CaptureFields({ draft, set, messages }: FieldsProps) {
  return (
    <>
      <div className={classes.inline}>
        <NumberInput
          label={form.width}
          value={draft.width}
          onChange={(value) => set('width', typeof value === 'number' ? value : '')}
          error={messages.get('/items/width')}
          min={1}
          max={16_384}
          hideControls
        />
        <NumberInput
          label={form.height}
          value={draft.height}
          onChange={(value) => set('height', typeof value === 'number' ? value : '')}
          error={messages.get('/items/height')}
          min={1}
          max={16_384}
          hideControls
        />
        <Select
          label={form.waitUntil}
          value={draft.waitUntil}
          onChange={(value) => value && set('waitUntil', value)}
          data={optionsOf(form.waitUntilNames)}
        />
      </div>
      <Switch
        label={form.fullPage}
        checked={draft.fullPage}
        onChange={(event) => set('fullPage', event.currentTarget.checked)}
      />
      <Switch
        label={form.extractText}
        checked={draft.extractText}
        onChange={(event) => set('extractText', event.currentTarget.checked)}
      />
      <Switch
        label={form.extractHtml}
        checked={draft.extractHtml}
        onChange={(event) => set('extractHtml', event.currentTarget.checked)}
      />
    </>
  );
}

/** Settings of the schedule other than its timing. */
export function BehaviourFields({ draft, set, messages }: FieldsProps) {
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
