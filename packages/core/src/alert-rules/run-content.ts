import {
  type AlertContent,
  type AlertEvent,
  type AlertMessageType,
  type AlertRun,
  limits,
} from '@shotclock/contracts';
import type { AlertRuleRow } from '@shotclock/db';
import type { CaptureOutcome, EndedRun, ManualChange } from '@shotclock/db/all-accounts';

type Rule = Pick<
  AlertRuleRow,
  'events' | 'scheduleIds' | 'itemIds' | 'tags' | 'minimumRatio' | 'failuresInARow'
>;

/**
 * The message of a rule about a run that has ended; null if none of its events occurred. Failures are states: a rule
 * reports an item at its N-th failure in a row and at its recovery.
 * @param outcomes the outcomes of the run, including those of items that the rule does not select
 */
export function runContent(
  rule: Rule,
  { run, tags }: Pick<EndedRun, 'run' | 'tags'>,
  outcomes: CaptureOutcome[],
): AlertContent | null {
  const { events, scheduleIds, itemIds, failuresInARow } = rule;
  if (scheduleIds && !scheduleIds.includes(run.scheduleId)) return null;
  const isWhole = selectsTags(rule, tags);
  const selected = outcomes.filter(
    (one) => (itemIds === null || itemIds.includes(one.itemId)) && (isWhole || selectsTags(rule, one.tags)),
  );
  const reported = (event: AlertEvent['type'], occurred: (one: CaptureOutcome) => boolean) =>
    events.includes(event) ? selected.filter(occurred) : [];
  const failed = reported(
    'screenshot.failed',
    (one) => one.failed && one.failuresBefore + 1 === failuresInARow,
  );
  const stateChanged = reported('page.state_changed', ({ state }) => state !== null);
  const changed = reported('content.changed', ({ change }) => isLargeChange(change, rule));
  const recovered = reported(
    'screenshot.recovered',
    (one) => !one.failed && one.failuresBefore >= failuresInARow,
  );
  const runEvents = isWhole ? runEventsOf(run).filter((event) => events.includes(event)) : [];
  const { totalItems, failedItems } = run;
  const storm = failed.length > 0 && totalItems >= limits.alerts.stormItems && failedItems > totalItems / 2;
  const named = [
    ...(storm ? [] : failed.map((one) => eventOf('screenshot.failed', one))),
    ...stateChanged.map((one) => eventOf('page.state_changed', one)),
    ...changed.toSorted(byRatio).map((one) => eventOf('content.changed', one)),
    ...recovered.map((one) => eventOf('screenshot.recovered', one)),
  ];
  const [type] = [
    ...runEvents.filter((event) => event !== 'execution.completed'),
    ...(storm ? (['screenshot.failed'] as const) : []),
    ...named.map((event) => event.type),
    ...runEvents,
  ];
  if (type === undefined) return null;
  return {
    ...emptyContent(type),
    ...{ run, runEvents, storm },
    totals: {
      failed: failed.length,
      stateChanged: stateChanged.length,
      changed: changed.length,
      recovered: recovered.length,
    },
    events: named.slice(0, limits.alerts.namedItems),
  };
}

/** Whether a rule selects what has these tags. */
export const selectsTags = (rule: Pick<AlertRuleRow, 'tags'>, tags: readonly string[]): boolean =>
  rule.tags === null || rule.tags.some((tag) => tags.includes(tag));

function runEventsOf({ status, missedRuns }: AlertRun): AlertContent['runEvents'] {
  return [
    ...(status === 'FAILED' ? (['execution.failed'] as const) : []),
    ...(missedRuns > 0 ? (['schedule.missed'] as const) : []),
    'execution.completed',
  ];
}

/** A message without events. */
export const emptyContent = (type: AlertMessageType): AlertContent => ({
  type,
  ...{ digest: null, run: null, schedule: null, destination: null, runEvents: [], storm: false },
  totals: { failed: 0, stateChanged: 0, changed: 0, recovered: 0 },
  events: [],
});

/** The message of a rule about a manual check that found a change; null if the rule does not report it. */
export function changeContent(rule: Rule, change: ManualChange): AlertContent | null {
  const { screenshotId, url } = change;
  const type = 'content.changed';
  const isReported =
    rule.events.includes(type) &&
    !rule.scheduleIds &&
    !rule.itemIds &&
    !rule.tags &&
    isLargeChange(change, rule);
  if (!isReported) return null;
  const content = emptyContent(type);
  return {
    ...content,
    totals: { ...content.totals, changed: 1 },
    events: [{ ...emptyEvent, type, url: cut(url), screenshotId, ...changeOf(change) }],
  };
}

/** A condition that holds is always a large change. */
const isLargeChange = (change: { ratio: number | null } | null, { minimumRatio }: Rule) =>
  change !== null && (change.ratio === null || change.ratio >= minimumRatio);

const byRatio = (one: CaptureOutcome, other: CaptureOutcome) =>
  (other.change?.ratio ?? 1) - (one.change?.ratio ?? 1);

const emptyEvent = {
  ...{ itemId: null, contentCheckId: null, ratio: null, state: null, previousState: null },
  ...{ failuresInARow: null, failureCode: null, description: null },
};

function eventOf(type: AlertEvent['type'], outcome: CaptureOutcome): AlertEvent {
  const { itemId, screenshotId, url, failureCode, description, failuresBefore, change, state } = outcome;
  const event = { ...emptyEvent, type, url: cut(url), itemId, screenshotId };
  if (type === 'content.changed') return { ...event, ...changeOf(change!) };
  if (type === 'page.state_changed') return { ...event, state: state!.kind, previousState: state!.previous };
  if (type === 'screenshot.recovered') return { ...event, failuresInARow: failuresBefore };
  return {
    ...event,
    failuresInARow: failuresBefore + 1,
    failureCode,
    description: description && cutDescription(description),
  };
}

const changeOf = ({ checkId, ratio, held }: NonNullable<CaptureOutcome['change']>) => ({
  ...{ contentCheckId: checkId, ratio },
  description: held && cutDescription(held),
});

const cutDescription = (text: string) => cut(text, limits.alerts.descriptionLength);

const cut = (text: string, length: number = limits.alerts.urlLength) =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
