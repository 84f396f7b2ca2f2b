import type { AlertEventName, AlertRule, AlertTimingType, CreateAlertRule, Weekday } from '@shotclock/client';
import { tagsOf } from '../text/tags.ts';

/** Whether a rule applies to everything, to schedules, to pages, or to tags. */
export type RuleTarget = 'all' | 'schedules' | 'pages' | 'tags';

/** The state of the form for a rule. Fields that do not apply keep what the user entered, but are not sent. */
export type RuleDraft = {
  name: string;
  enabled: boolean;
  events: readonly AlertEventName[];
  target: RuleTarget;
  scheduleIds: readonly number[];
  itemIds: readonly number[];
  /** Separated by commas. */
  tags: string;
  minimumRatio: number;
  failuresInARow: number;
  timingType: AlertTimingType;
  /** Time of digests, in the form 09:00. */
  at: string;
  weekday: Weekday;
  isQuiet: boolean;
  quietHours: { from: string; to: string; days: readonly Weekday[] };
  timezone: string;
  destinationIds: readonly number[];
};

/** The events of a new rule. */
export const usualEvents: AlertEventName[] = ['content.changed', 'screenshot.failed', 'screenshot.recovered'];
const usualFailuresInARow = 2;
/** Monday first. */
export const weekdays: readonly Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];
const usualTimes = {
  at: '09:00',
  weekday: 'MONDAY',
  quietHours: { from: '22:00', to: '07:00', days: weekdays },
} as const;

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
  tags: '',
  minimumRatio: 0,
  failuresInARow: usualFailuresInARow,
  ...usualTimes,
  timingType: 'AT_ONCE',
  isQuiet: false,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  destinationIds: about.destinationId ? [about.destinationId] : [],
});

export const draftOfRule = ({
  id,
  createdAt,
  updatedAt,
  scheduleIds,
  itemIds,
  tags,
  timing,
  quietHours,
  ...rule
}: AlertRule): RuleDraft => ({
  ...rule,
  target: itemIds ? 'pages' : scheduleIds ? 'schedules' : tags ? 'tags' : 'all',
  scheduleIds: scheduleIds ?? [],
  itemIds: itemIds ?? [],
  tags: tags?.join(', ') ?? '',
  timingType: timing.type,
  at: timing.at ?? usualTimes.at,
  weekday: timing.weekday ?? usualTimes.weekday,
  isQuiet: quietHours !== null,
  quietHours: quietHours ? { ...quietHours, days: quietHours.days ?? weekdays } : usualTimes.quietHours,
});

/** The events of pages, in display order. A rule about certain pages cannot report others. */
export const pageEvents: readonly AlertEventName[] = [...usualEvents, 'page.state_changed'];

/** The selected events that apply to the target. */
export const eventsOf = ({ events, target }: RuleDraft): AlertEventName[] =>
  events.filter((name) => target !== 'pages' || pageEvents.includes(name));

export const reportsChanges = ({ events }: RuleDraft): boolean => events.includes('content.changed');
export const reportsFailures = ({ events }: RuleDraft): boolean =>
  events.includes('screenshot.failed') || events.includes('screenshot.recovered');

/** Whether digests have a time of day. */
export const hasTime = ({ timingType }: RuleDraft): boolean =>
  timingType === 'DAILY' || timingType === 'WEEKLY';

/** Whether the time zone of the rule has an effect. */
export const usesTimezone = ({ timingType, isQuiet }: RuleDraft): boolean =>
  isQuiet || timingType !== 'AT_ONCE';

/** The request for a rule. A field that has no effect with the selected events has its default value. */
export function ruleOf(draft: RuleDraft): CreateAlertRule {
  const { name, enabled, target, scheduleIds, itemIds, tags, destinationIds } = draft;
  const { timingType, at, weekday, isQuiet, quietHours, timezone } = draft;
  const { from, to, days } = quietHours;
  return {
    name: name.trim(),
    enabled,
    events: eventsOf(draft),
    scheduleIds: target === 'schedules' ? [...scheduleIds] : null,
    itemIds: target === 'pages' ? [...itemIds] : null,
    tags: target === 'tags' ? tagsOf(tags).map((tag) => tag.trim()) : null,
    minimumRatio: reportsChanges(draft) ? draft.minimumRatio : 0,
    failuresInARow: reportsFailures(draft) ? draft.failuresInARow : usualFailuresInARow,
    timing: {
      type: timingType,
      at: hasTime(draft) ? at : null,
      weekday: timingType === 'WEEKLY' ? weekday : null,
    },
    quietHours: isQuiet ? { from, to, days: days.length === weekdays.length ? null : [...days] } : null,
    timezone,
    destinationIds: [...destinationIds],
  };
}
