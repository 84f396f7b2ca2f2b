import { type AlertContent, type AlertEvent, type AlertRun, limits } from '@shotclock/contracts';
import type { AlertRuleRow } from '@shotclock/db';
import type { CaptureOutcome, ManualChange } from '@shotclock/db/all-accounts';

type Rule = Pick<AlertRuleRow, 'events' | 'scheduleIds' | 'itemIds' | 'minimumRatio' | 'failuresInARow'>;

/**
 * The message of a rule about a run that has ended; null if none of its events occurred. Failures are states: a rule
 * reports an item at its N-th failure in a row and at its recovery.
 * @param outcomes the outcomes of the run, including those of items that the rule does not select
 */
export function runContent(rule: Rule, run: AlertRun, outcomes: CaptureOutcome[]): AlertContent | null {
  const { events, scheduleIds, itemIds, failuresInARow } = rule;
  if (scheduleIds && !scheduleIds.includes(run.scheduleId)) return null;
  const selected = itemIds ? outcomes.filter(({ itemId }) => itemIds.includes(itemId)) : outcomes;
  const reports = (event: AlertEvent['type']) => events.includes(event);
  const failed = selected.filter(
    (one) => reports('screenshot.failed') && one.failed && one.failuresBefore + 1 === failuresInARow,
  );
  const changed = selected.filter((one) => reports('content.changed') && isLargeChange(one.change, rule));
  const recovered = selected.filter(
    (one) => reports('screenshot.recovered') && !one.failed && one.failuresBefore >= failuresInARow,
  );
  const runCompleted = reports('execution.completed');
  if (failed.length + changed.length + recovered.length === 0 && !runCompleted) return null;
  const { totalItems, failedItems } = run;
  const storm = failed.length > 0 && totalItems >= limits.alerts.stormItems && failedItems > totalItems / 2;
  const named = [
    ...(storm ? [] : failed.map((one) => eventOf('screenshot.failed', one))),
    ...changed.toSorted(byRatio).map((one) => eventOf('content.changed', one)),
    ...recovered.map((one) => eventOf('screenshot.recovered', one)),
  ];
  return {
    run,
    runCompleted,
    storm,
    totals: { failed: failed.length, changed: changed.length, recovered: recovered.length },
    events: named.slice(0, limits.alerts.namedItems),
  };
}

/** The message of a rule about a manual check that found a change; null if the rule does not report it. */
export function changeContent(rule: Rule, change: ManualChange): AlertContent | null {
  if (rule.scheduleIds || rule.itemIds || !rule.events.includes('content.changed')) return null;
  if (!isLargeChange(change, rule)) return null;
  const { screenshotId, url, ratio, checkId } = change;
  return {
    ...{ run: null, runCompleted: false, storm: false },
    totals: { failed: 0, changed: 1, recovered: 0 },
    events: [
      { ...emptyEvent, type: 'content.changed', url: cut(url), screenshotId, contentCheckId: checkId, ratio },
    ],
  };
}

/** A change whose ratio is unknown is always large enough. */
const isLargeChange = (change: { ratio: number | null } | null, { minimumRatio }: Rule) =>
  change !== null && (change.ratio === null || change.ratio >= minimumRatio);

const byRatio = (one: CaptureOutcome, other: CaptureOutcome) =>
  (other.change?.ratio ?? 1) - (one.change?.ratio ?? 1);

const emptyEvent = {
  ...{ itemId: null, contentCheckId: null, ratio: null },
  ...{ failuresInARow: null, failureCode: null, description: null },
};

function eventOf(type: AlertEvent['type'], outcome: CaptureOutcome): AlertEvent {
  const { itemId, screenshotId, url, failureCode, description, failuresBefore, change } = outcome;
  const event = { ...emptyEvent, type, url: cut(url), itemId, screenshotId };
  if (type === 'content.changed') return { ...event, contentCheckId: change!.checkId, ratio: change!.ratio };
  if (type === 'screenshot.recovered') return { ...event, failuresInARow: failuresBefore };
  return {
    ...event,
    failuresInARow: failuresBefore + 1,
    failureCode,
    description: description && cut(description, limits.alerts.descriptionLength),
  };
}

const cut = (text: string, length: number = limits.alerts.urlLength) =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
