import { type Static, type TObject, Type } from '@sinclair/typebox';
import { ScreenshotSource, ScreenshotStatus } from '../captures/screenshot.ts';
import { TimeLapseStatus } from '../captures/time-lapse.ts';
import { ContentCheckStatus } from '../items/content-check.ts';
import { ExecutionStatus } from '../schedules/execution.ts';
import { ScheduleStatus } from '../schedules/schedule.ts';
import { DateTime, Id, Nullable } from '../schema.ts';

const at = '2026-11-21T09:00:01.562Z';

export const ScreenshotEvent = Type.Object(
  {
    id: Id('Screenshot ID.'),
    status: ScreenshotStatus,
    source: ScreenshotSource,
    scheduleId: Nullable(Id('Schedule of the capture; null for a manual capture.')),
    scheduleExecutionId: Nullable(Id('Execution of the capture; null for a manual capture.')),
    scheduleItemId: Nullable(Id('Schedule item of the capture; null for a manual capture.')),
    at: DateTime('When the capture entered this status.'),
  },
  {
    title: 'ScreenshotEvent',
    additionalProperties: false,
    description:
      'A capture started or finished, or a manual capture was requested. Waiting captures of runs have no events; ' +
      'the event of their execution contains their number.',
    examples: [
      {
        id: 1,
        status: 'SUCCESS',
        source: 'SCHEDULED_SCREENSHOT',
        ...{ scheduleId: 1, scheduleExecutionId: 1, scheduleItemId: 1 },
        at,
      },
    ],
  },
);
export type ScreenshotEvent = Static<typeof ScreenshotEvent>;

export const ExecutionEvent = Type.Object(
  {
    id: Id('Execution ID.'),
    status: ExecutionStatus,
    scheduleId: Id('Schedule that ran.'),
    totalItems: Type.Integer({ minimum: 0, description: 'Number of items.' }),
    successfulItems: Type.Integer({ minimum: 0, description: 'Number of items captured so far.' }),
    failedItems: Type.Integer({ minimum: 0, description: 'Number of items that failed so far.' }),
    at: DateTime('When the execution started, made progress or ended.'),
  },
  {
    title: 'ExecutionEvent',
    additionalProperties: false,
    description: 'An execution started, made progress or ended.',
    examples: [
      {
        id: 1,
        status: 'PROCESSING',
        scheduleId: 1,
        ...{ totalItems: 4, successfulItems: 2, failedItems: 0 },
        at,
      },
    ],
  },
);
export type ExecutionEvent = Static<typeof ExecutionEvent>;

export const ContentCheckEvent = Type.Object(
  {
    id: Id('Content-change check ID.'),
    status: ContentCheckStatus,
    changed: Nullable(
      Type.Boolean({ description: 'Whether the page changed; null until the comparison has finished.' }),
    ),
    ratio: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Fraction of the pixels or characters that differs.',
      }),
    ),
    screenshotId: Nullable(Id('Screenshot that is checked; null after its deletion.')),
    scheduleItemId: Nullable(Id('Schedule item of the check; null for a manual check.')),
    at: DateTime('When the check entered this status.'),
  },
  {
    title: 'ContentCheckEvent',
    additionalProperties: false,
    description: 'A content-change check finished, or a manual one was requested.',
    examples: [
      { id: 1, status: 'SUCCESS', changed: true, ratio: 0.0125, screenshotId: 1, scheduleItemId: 1, at },
    ],
  },
);
export type ContentCheckEvent = Static<typeof ContentCheckEvent>;

export const ScheduleEvent = Type.Object(
  {
    id: Id('Schedule ID.'),
    status: ScheduleStatus,
    nextRunAt: Nullable(DateTime('Time of the next run; null while there is none.')),
    lastRunAt: Nullable(DateTime('When the last run started.')),
    pausedAt: Nullable(DateTime('When the schedule was paused; null while it is not paused.')),
    deleted: Type.Boolean({ description: 'Whether the schedule was deleted.' }),
    at: DateTime('When the schedule changed or ran.'),
  },
  {
    title: 'ScheduleEvent',
    additionalProperties: false,
    description: 'A schedule was created, changed, paused, resumed or deleted, its items changed, or it ran.',
    examples: [
      {
        id: 1,
        status: 'ACTIVE',
        ...{ nextRunAt: '2026-11-22T09:00:00.000Z', lastRunAt: '2026-11-21T09:00:00.012Z' },
        ...{ pausedAt: null, deleted: false },
        at,
      },
    ],
  },
);
export type ScheduleEvent = Static<typeof ScheduleEvent>;

export const TimeLapseEvent = Type.Object(
  {
    id: Id('Time-lapse ID.'),
    itemId: Id('Item whose captures the time-lapse shows.'),
    status: Nullable(TimeLapseStatus),
    deleted: Type.Boolean({ description: 'Whether the time-lapse was deleted. It then has no status.' }),
    at: DateTime('When the time-lapse was requested, made progress, finished or was deleted.'),
  },
  {
    title: 'TimeLapseEvent',
    additionalProperties: false,
    description: 'A time-lapse was requested, made progress, finished or was deleted.',
    examples: [{ id: 1, itemId: 1, status: 'PROCESSING', deleted: false, at }],
  },
);
export type TimeLapseEvent = Static<typeof TimeLapseEvent>;

export const ShareEvent = Type.Object(
  {
    id: Id('Share ID.'),
    screenshotId: Id('ID of the screenshot.'),
    deleted: Type.Boolean({ description: 'Whether the link was revoked, or deleted with its screenshot.' }),
    at: DateTime('When the link was created or deleted.'),
  },
  {
    title: 'ShareEvent',
    additionalProperties: false,
    description: 'A public link was created or deleted. No event is sent when it expires.',
    examples: [{ id: 1, screenshotId: 1, deleted: false, at }],
  },
);
export type ShareEvent = Static<typeof ShareEvent>;

type Declared = { schema: TObject /** When the event is sent, for the documentation. */; when: string };

/**
 * The events of a stream, by name. The API, the client and the dashboard derive their events from this table; `eventKinds`
 * lists the kinds of facts that cause them.
 */
export const events = {
  screenshot: {
    schema: ScreenshotEvent,
    when: 'a capture started or finished, or a manual one was requested',
  },
  execution: {
    schema: ExecutionEvent,
    when: 'an execution started, made progress or ended. Several changes at the same time result in one event.',
  },
  'content-check': {
    schema: ContentCheckEvent,
    when: 'a content-change check finished, or a manual one was requested',
  },
  schedule: { schema: ScheduleEvent, when: 'a schedule was changed, or it ran' },
  'time-lapse': {
    schema: TimeLapseEvent,
    when: 'a time-lapse was requested, made progress, finished or was deleted',
  },
  share: { schema: ShareEvent, when: 'a public link to an image was created or deleted' },
} as const satisfies Record<string, Declared>;
export type EventName = keyof typeof events;

/** The events at the start of a stream. They have no data. */
export const startEvents = {
  ready: 'first event. Changes to anything that the client reads after this event cause events.',
  reset:
    'first event instead of `ready` if the stream could not be resumed. The client must read all displayed resources again.',
} as const;
export type StartEventName = keyof typeof startEvents;

const streamEvent = (event: string, data: TObject) =>
  Type.Object(
    { event: Type.Literal(event, { description: 'Name of the event.' }), data },
    { additionalProperties: false },
  );
const noData = Type.Object({}, { additionalProperties: false, description: 'This event has no data.' });

/** OpenAPI describes an event by its name and its data. */
export const StreamEvent = Type.Union(
  [
    ...Object.entries(events).map(([name, { schema }]) => streamEvent(name, schema)),
    ...Object.keys(startEvents).map((name) => streamEvent(name, noData)),
  ],
  { title: 'StreamEvent', description: 'The name of an event, and its data.' },
);

/** How long, in milliseconds, a stream of events can be resumed after it has ended. */
export const eventsKeptMs = 3_600_000;
