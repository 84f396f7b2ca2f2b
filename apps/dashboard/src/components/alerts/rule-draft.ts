import type { AlertEventName, AlertRule, CreateAlertRule } from '@shotclock/client';

/** Whether a rule applies to everything, to schedules, or to pages. */
export type RuleTarget = 'all' | 'schedules' | 'pages';

/** The state of the form for a rule. Fields that do not apply keep what the user entered, but are not sent. */
export type RuleDraft = {
  name: string;
  enabled: boolean;
  events: readonly AlertEventName[];
  target: RuleTarget;
  scheduleIds: readonly number[];
  itemIds: readonly number[];
  minimumRatio: number;
  failuresInARow: number;
  destinationIds: readonly number[];
};

/** The events of a new rule. */
export const usualEvents: AlertEventName[] = ['content.changed', 'screenshot.failed', 'screenshot.recovered'];
const usualFailuresInARow = 2;

/** @param about what the rule is about; everything by default */
export const newRuleDraft = (
  about: { scheduleId?: number; itemId?: number; name?: string; destinationId?: number } = {},
): RuleDraft => ({
  name: about.name ?? '',
  enabled: true,
  events: usualEvents,
  target: about.itemId ? 'pages' : about.scheduleId ? 'schedules' : 'all',
  scheduleIds: about.scheduleId ? [about.scheduleId] : [],
  itemIds: about.itemId ? [about.itemId] : [],
  minimumRatio: 0,
  failuresInARow: usualFailuresInARow,
  destinationIds: about.destinationId ? [about.destinationId] : [],
});

export const draftOfRule = ({
  id,
  createdAt,
  updatedAt,
  scheduleIds,
  itemIds,
  ...rule
}: AlertRule): RuleDraft => ({
  ...rule,
  target: itemIds ? 'pages' : scheduleIds ? 'schedules' : 'all',
  scheduleIds: scheduleIds ?? [],
  itemIds: itemIds ?? [],
});

/** The events of pages, in display order. A rule about certain pages cannot report others. */
export const pageEvents: readonly AlertEventName[] = [...usualEvents, 'page.state_changed'];

/** The selected events that apply to the target. */
export const eventsOf = ({ events, target }: RuleDraft): AlertEventName[] =>
  events.filter((name) => target !== 'pages' || pageEvents.includes(name));

export const reportsChanges = ({ events }: RuleDraft): boolean => events.includes('content.changed');
export const reportsFailures = ({ events }: RuleDraft): boolean =>
  events.includes('screenshot.failed') || events.includes('screenshot.recovered');

/** The request for a rule. A field that has no effect with the selected events has its default value. */
export function ruleOf(draft: RuleDraft): CreateAlertRule {
  const { name, enabled, target, scheduleIds, itemIds, destinationIds } = draft;
  return {
    name: name.trim(),
    enabled,
    events: eventsOf(draft),
    scheduleIds: target === 'schedules' ? [...scheduleIds] : null,
    itemIds: target === 'pages' ? [...itemIds] : null,
    minimumRatio: reportsChanges(draft) ? draft.minimumRatio : 0,
    failuresInARow: reportsFailures(draft) ? draft.failuresInARow : usualFailuresInARow,
    destinationIds: [...destinationIds],
  };
}
