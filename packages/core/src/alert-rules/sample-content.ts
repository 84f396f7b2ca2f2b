import type { AlertContent, AlertEvent, AlertEventName, AlertRun } from '@shotclock/contracts';
import { emptyContent, runContent } from './run-content.ts';

type Rule = Parameters<typeof runContent>[0];

const at = '2026-01-01T09:00:00.000Z';
const schedule = { id: 1, name: 'Example schedule', pauseReason: null, at };
const run: AlertRun = {
  ...{ id: 1, scheduleId: 1, scheduleName: schedule.name, status: 'COMPLETED' },
  ...{ totalItems: 12, successfulItems: 12, failedItems: 0, missedRuns: 0, reason: null },
  ...{ startedAt: at, completedAt: at },
};

/** What a rule would report about a run or a notice that did not take place. */
export function sampleContent(rule: Rule): AlertContent {
  const { events, failuresInARow, minimumRatio } = rule;
  const outcome = {
    ...{ executionId: 1, itemId: 1, screenshotId: 1, url: 'https://example.com/', failed: false },
    ...{ failureCode: null, description: null, failuresBefore: 0, change: null, state: null },
    tags: [],
  };
  const outcomes: Record<AlertEvent['type'], object> = {
    'content.changed': { change: { checkId: 1, ratio: Math.max(0.0125, minimumRatio), held: null } },
    'screenshot.failed': {
      ...{ failed: true, failureCode: 'timed_out', description: 'The page did not load within 30 s.' },
      failuresBefore: failuresInARow - 1,
    },
    'screenshot.recovered': { failuresBefore: failuresInARow },
    'page.state_changed': { state: { kind: 'login_wall', previous: 'content' } },
  };
  const ofPages = Object.entries(outcomes).find(([name]) => events.includes(name as AlertEventName));
  const failedRuns = events.includes('execution.failed')
    ? { status: 'FAILED' as const, successfulItems: 0, failedItems: run.totalItems }
    : {};
  const missed = events.includes('schedule.missed') ? { missedRuns: 1 } : {};
  const sampleRun = { ...run, ...(ofPages ? {} : { ...failedRuns, ...missed }) };
  const found = ofPages ? [{ ...outcome, ...ofPages[1] }] : [];
  const everything = { ...rule, scheduleIds: null, itemIds: null, tags: null };
  return runContent(everything, { run: sampleRun, tags: [] }, found) ?? noticeSample(events);
}

function noticeSample(events: AlertEventName[]): AlertContent {
  if (events.includes('schedule.paused'))
    return { ...emptyContent('schedule.paused'), schedule: { ...schedule, pauseReason: 'FAILURES' } };
  if (events.includes('schedule.completed')) return { ...emptyContent('schedule.completed'), schedule };
  const destination = { id: 1, name: 'Example destination', disabledReason: 'FAILING' as const, at };
  return { ...emptyContent('destination.disabled'), destination };
}
