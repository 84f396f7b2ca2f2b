import { Checkbox, NumberInput, SegmentedControl, Skeleton, Switch, TextInput } from '@mantine/core';
import type { AlertEventName, AlertRule, CreateAlertRule } from '@shotclock/client';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { alertTexts } from '../../texts/alert-texts.ts';
import { optionsOf } from '../controls/options-of.ts';
import { WriteButton } from '../controls/write-button.tsx';
import layout from '../layout/form-layout.module.css';
import { LeaveGuard } from '../layout/leave-guard.tsx';
import { ProblemNotice } from '../layout/problem-notice.tsx';
import classes from './alert-form.module.css';
import { DestinationChoice } from './destination-choice.tsx';
import { FaultNotice } from './fault-notice.tsx';
import {
  pageEvents,
  type RuleDraft,
  type RuleTarget,
  reportsChanges,
  reportsFailures,
  ruleOf,
} from './rule-draft.ts';
import { RuleTimingFields } from './rule-timing-fields.tsx';
import { Section } from './section.tsx';
import { useDestinations } from './use-destinations.ts';
import { useSave } from './use-save.ts';

const SchedulePicker = lazy(async () => ({ default: (await import('./record-picker.tsx')).SchedulePicker }));
const PagePicker = lazy(async () => ({ default: (await import('./record-picker.tsx')).PagePicker }));

const { rules, events } = alertTexts;
const eventNames = Object.keys(events) as AlertEventName[];
const otherEvents = eventNames.filter((name) => !pageEvents.includes(name));
const shownPaths = [
  '/name',
  '/events',
  '/scheduleIds',
  '/itemIds',
  '/tags',
  '/minimumRatio',
  '/failuresInARow',
  '/timing',
  '/quietHours',
  '/timezone',
  '/destinationIds',
];

type RuleFormProps = {
  initial: RuleDraft;
  submitLabel: string;
  onSave: (rule: CreateAlertRule) => Promise<AlertRule>;
  onSaved: (rule: AlertRule) => void | Promise<void>;
  side?: (rule: CreateAlertRule) => ReactNode;
};

/** Creates or changes a rule. Errors from the API appear next to the fields that they concern. */
export function RuleForm({ initial, submitLabel, onSave, onSaved, side }: RuleFormProps) {
  const [before, setBefore] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const { destinations, error: notLoaded, refetch } = useDestinations();
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const set = (change: Partial<RuleDraft>) => setDraft((current) => ({ ...current, ...change }));
  const { submit, error, messages, isBusy } = useSave(element, async () => {
    const saved = await onSave(ruleOf(draft));
    setBefore(draft);
    isSaved.current = true;
    await onSaved(saved);
    isSaved.current = false;
  });
  const hasChanges = () => !isSaved.current && JSON.stringify(draft) !== JSON.stringify(before);
  /** The message of a field or of one of its entries. */
  const messageOf = (path: string) =>
    [...messages].find(([at]) => at === path || at.startsWith(`${path}/`))?.[1];
  return (
    <form ref={element} className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard hasChanges={hasChanges} />
      <div className={layout.fields}>
        <FaultNotice
          error={error}
          messages={messages}
          isShown={(path) => shownPaths.some((shown) => path === shown || path.startsWith(`${shown}/`))}
        />
        <Section title={rules.what}>
          <TextInput
            label={rules.name}
            placeholder={rules.namePlaceholder}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={messageOf('/name')}
            required
            data-autofocus
          />
          <Checkbox.Group
            aria-label={rules.what}
            value={[...draft.events]}
            onChange={(chosen) => set({ events: eventNames.filter((name) => chosen.includes(name)) })}
            error={messageOf('/events')}
          >
            <EventChoices title={rules.ofPages} names={pageEvents} />
            {draft.target !== 'pages' && <EventChoices title={rules.ofOthers} names={otherEvents} />}
          </Checkbox.Group>
          <div className={classes.inline}>
            {reportsChanges(draft) && (
              <NumberInput
                label={rules.minimumRatio}
                description={rules.minimumRatioHint}
                value={percentOf(draft.minimumRatio)}
                onChange={(percent) => set({ minimumRatio: Number(percent) / 100 })}
                error={messageOf('/minimumRatio')}
                min={0}
                max={100}
                decimalScale={4}
                suffix=" %"
                hideControls
              />
            )}
            {reportsFailures(draft) && (
              <NumberInput
                label={rules.failuresInARow}
                description={rules.failuresInARowHint}
                value={draft.failuresInARow}
                onChange={(count) => set({ failuresInARow: Number(count) })}
                error={messageOf('/failuresInARow')}
                min={1}
                max={20}
                allowDecimal={false}
              />
            )}
          </div>
        </Section>
        <Section title={rules.about}>
          <SegmentedControl
            aria-label={rules.about}
            value={draft.target}
            onChange={(target: RuleTarget) => set({ target })}
            data={optionsOf(rules.targets)}
            style={{ justifySelf: 'start' }}
          />
          <p className={classes.hint}>{rules.targetHints[draft.target]}</p>
          <Suspense fallback={<Skeleton height={58} />}>
            {draft.target === 'schedules' && (
              <SchedulePicker
                value={draft.scheduleIds}
                onChange={(scheduleIds) => set({ scheduleIds })}
                error={messageOf('/scheduleIds')}
              />
            )}
            {draft.target === 'pages' && (
              <PagePicker
                value={draft.itemIds}
                onChange={(itemIds) => set({ itemIds })}
                error={messageOf('/itemIds')}
              />
            )}
          </Suspense>
          {draft.target === 'tags' && (
            <TextInput
              label={rules.tags}
              description={rules.tagsHint}
              value={draft.tags}
              onChange={(event) => set({ tags: event.currentTarget.value })}
              error={messageOf('/tags')}
              required
            />
          )}
        </Section>
        <Section title={rules.when}>
          <RuleTimingFields {...{ draft, set, messages }} />
        </Section>
        <Section title={rules.to}>
          {notLoaded !== null && !destinations && (
            <ProblemNotice error={notLoaded} onRetry={() => void refetch()} />
          )}
          {destinations ? (
            <DestinationChoice
              destinations={destinations}
              value={draft.destinationIds}
              onChange={(destinationIds) => set({ destinationIds })}
              error={messageOf('/destinationIds')}
            />
          ) : (
            !notLoaded && <Skeleton height={60} />
          )}
          <Switch
            label={rules.enabled}
            description={rules.enabledHint}
            checked={draft.enabled}
            onChange={(event) => set({ enabled: event.currentTarget.checked })}
          />
        </Section>
      </div>
      <aside className={layout.side}>{side?.(ruleOf(draft))}</aside>
      <div className={layout.submit}>
        <WriteButton type="submit" size="sm" loading={isBusy}>
          {submitLabel}
        </WriteButton>
      </div>
    </form>
  );
}

function EventChoices({ title, names }: { title: string; names: readonly AlertEventName[] }) {
  return (
    <div className={classes.events}>
      <p className={classes.hint}>{title}</p>
      {names.map((name) => (
        <Checkbox
          key={name}
          size="xs"
          value={name}
          label={events[name].name}
          description={events[name].hint}
        />
      ))}
    </div>
  );
}

/** Avoids digits such as 0.7000000000000001. */
const percentOf = (ratio: number): number => Math.round(ratio * 1e6) / 1e4;
