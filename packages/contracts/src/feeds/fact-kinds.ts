import type { AlertEventName } from '../alerts/alert-content.ts';
import type { EventName } from './event.ts';

/**
 * The kinds of facts that cause an event: the name of the event and what happened. Kinds are stored in the database, so
 * never rename one.
 */
export const eventKinds = [
  'screenshot.created',
  'screenshot.requeued',
  'screenshot.succeeded',
  'screenshot.failed',
  'execution.created',
  'content-check.created',
  'schedule.changed',
  'time-lapse.created',
  'time-lapse.started',
  'time-lapse.progressed',
  'time-lapse.succeeded',
  'time-lapse.failed',
  'time-lapse.deleted',
  'share.created',
  'share.deleted',
] as const satisfies readonly `${EventName}.${string}`[];

/** The kinds of facts that are only counted. */
const countedKinds = [
  'screenshot.deleted',
  'execution.deleted',
  'content-check.deleted',
  'wallet-entry.created',
  'image.derived',
  'image.dropped',
  'records.counted',
] as const;

/** The kinds of facts that only alert rules read. */
export const noticeKinds = [
  'schedule.paused',
  'schedule.completed',
  'destination.disabled',
] as const satisfies readonly AlertEventName[];
export type NoticeKind = (typeof noticeKinds)[number];

export type FactKind = (typeof eventKinds | typeof countedKinds | typeof noticeKinds)[number];
