// The texts of messages: plain English, without markup.
import type {
  AlertContent,
  AlertDestination,
  AlertDigest,
  AlertEvent,
  AlertRun,
  AlertSchedule,
  VerdictKind,
} from '@shotclock/contracts';
import { percent } from '../percent.ts';

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];

/** The title of a message: one line. */
export function titleOf({
  type,
  digest,
  run,
  schedule,
  destination,
  events,
  ...content
}: AlertContent): string {
  if (digest) return `Digest: ${digestTitle(digest, content.totals)}`;
  if (run) return `${run.scheduleName}: ${runTitle(run, content)}`;
  if (schedule) return `${schedule.name}: ${type === 'schedule.paused' ? 'paused' : 'completed'}`;
  if (destination) return `Destination disabled: ${destination.name}`;
  return `Changed: ${events[0]!.url}`;
}

function digestTitle(
  { runs, capturedItems, totalItems, notices }: AlertDigest,
  totals: AlertContent['totals'],
) {
  const parts = [...pageParts(totals), ...counted(notices.length, 'other event')];
  const happened = parts.length === 0 ? 'nothing changed' : parts.join(', ');
  return runs === 0 ? `${happened}, no runs` : `${happened}, ${capturedItems} of ${totalItems} captured`;
}

function digestText({
  runs,
  totalItems,
  capturedItems,
  failedItems,
  missedRuns,
  notices,
}: AlertDigest): string {
  const captured = `${capturedItems} of ${totalItems} items were captured`;
  const failed = failedItems === 0 ? '' : `, ${failedItems} failed`;
  const missed = missedRuns === 0 ? '' : ` ${counted(missedRuns, 'scheduled run')[0]} did not take place.`;
  const summary = runs === 0 ? 'No runs ended.' : `${counted(runs, 'run')[0]} ended: ${captured}${failed}.`;
  return [`${summary}${missed}`, ...notices].join('\n');
}

const pageParts = ({ failed, stateChanged, changed, recovered }: AlertContent['totals']) => [
  ...counted(failed, 'failure'),
  ...counted(stateChanged, 'other kind of page', 'other kinds of pages'),
  ...counted(changed, 'change'),
  ...counted(recovered, 'recovery', 'recoveries'),
];

type Counts = Pick<AlertContent, 'runEvents' | 'storm' | 'totals'>;

function runTitle(run: AlertRun, { runEvents, storm, totals }: Counts): string {
  const stormPart = `${run.failedItems} of ${run.totalItems} items failed`;
  const parts = [
    ...(runEvents.includes('execution.failed') ? [isSkipped(run) ? 'run skipped' : 'run failed'] : []),
    ...(runEvents.includes('schedule.missed') ? counted(run.missedRuns, 'missed run') : []),
    ...(storm ? [stormPart] : []),
    ...pageParts(storm ? { ...totals, failed: 0 } : totals),
  ];
  return parts.length === 0 ? 'run ended' : parts.join(', ');
}

const isSkipped = ({ status, totalItems }: AlertRun) => status === 'FAILED' && totalItems === 0;

/** The text of a message, without that of its items. */
export function textOf({ type, digest, run, schedule, destination, events }: AlertContent): string {
  if (digest) return digestText(digest);
  if (run) return [runText(run), run.reason].filter(Boolean).join(' ');
  if (schedule)
    return type === 'schedule.completed' ? 'There are no further runs.' : pauseText(schedule.pauseReason);
  if (destination) return disabledText(destination.disabledReason);
  return changeText(events[0]!);
}

function runText(run: AlertRun): string {
  const { id, successfulItems, totalItems } = run;
  if (isSkipped(run)) return `Run ${id} did not take place.`;
  if (totalItems === 0) return `Run ${id} ended without items.`;
  return `Run ${id} ended: ${successfulItems} of ${totalItems} items were captured.`;
}

function pauseText(reason: AlertSchedule['pauseReason']): string {
  if (reason === null) return 'The schedule was paused, and resumed since.';
  const why = {
    REQUESTED: 'on request',
    FAILURES: 'after too many failed runs in a row',
    ERROR: 'because a run could not be started',
  };
  return `The schedule was paused ${why[reason]}. There are no runs until it is resumed.`;
}

function disabledText(reason: AlertDestination['disabledReason']): string {
  if (reason === null) return 'The destination was disabled, and enabled since.';
  const why = {
    REQUESTED: 'on request',
    GONE: 'because the receiver responded with 410 Gone',
    FAILING: 'after five days without a delivered message',
  };
  return `The destination was disabled ${why[reason]}. It receives no messages until it is enabled.`;
}

export const changeText = ({ ratio, description }: AlertEvent) =>
  description ?? (ratio === null ? 'The page changed.' : `The page changed: ${percent(ratio)} differs.`);

/** What a page shows. */
const shown: Record<VerdictKind, string> = {
  content: 'its content',
  http_error: 'an error',
  challenge: 'a bot check',
  login_wall: 'a login form',
  blank: 'a blank page',
};

export const stateText = ({ state, previousState }: AlertEvent) =>
  `The page shows ${shown[state!]}${previousState ? `; before: ${shown[previousState]}` : ''}.`;
