import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { ExecutionStatus } from '../schedules/execution.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';

/** The events that a rule can select. The order is that of the events in a message. */
export const alertEventNames = [
  'screenshot.failed',
  'content.changed',
  'screenshot.recovered',
  'execution.completed',
] as const;
export const AlertEventName = StringEnum(alertEventNames, {
  title: 'AlertEventName',
  description:
    'What happened. `content.changed`: a check found a change. `screenshot.failed`: an item has failed as many times in a row as the rule requires. ' +
    '`screenshot.recovered`: such an item was captured again. `execution.completed`: a run ended, with or without failures.',
});
export type AlertEventName = Static<typeof AlertEventName>;

export const AlertRun = Type.Object(
  {
    id: Id('Execution ID.'),
    scheduleId: Id('Schedule that ran.'),
    scheduleName: Type.String({ description: 'Name of the schedule.', examples: ['Daily'] }),
    status: ExecutionStatus,
    totalItems: Type.Integer({ minimum: 0, description: 'Number of items.' }),
    successfulItems: Type.Integer({ minimum: 0, description: 'Number of captured items.' }),
    failedItems: Type.Integer({ minimum: 0, description: 'Number of failed items.' }),
    startedAt: DateTime('When the run started.'),
    completedAt: DateTime('When the run ended.'),
  },
  { title: 'AlertRun', additionalProperties: false, description: 'The run that a message is about.' },
);
export type AlertRun = Static<typeof AlertRun>;

export const AlertEvent = Type.Object(
  {
    type: AlertEventName,
    url: Type.String({
      description: `URL of the page, at most ${limits.alerts.urlLength} characters.`,
      examples: ['https://example.com/'],
    }),
    itemId: Nullable(Id('Schedule item; null for a manual check.')),
    screenshotId: Id('Screenshot of the event.'),
    contentCheckId: Nullable(Id('The check that found the change; null for other events.')),
    ratio: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Fraction of the pixels or characters that differs; null for other events.',
      }),
    ),
    failuresInARow: Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'How many captures of the item failed in a row, up to the failure or before the recovery; null for other events.',
      }),
    ),
    failureCode: Nullable(
      Type.String({ description: 'Failure code of the capture; null unless it failed.' }),
    ),
    description: Nullable(
      Type.String({
        description: `Why the capture failed, at most ${limits.alerts.descriptionLength} characters.`,
      }),
    ),
  },
  { title: 'AlertEvent', additionalProperties: false, description: 'An event of one page.' },
);
export type AlertEvent = Static<typeof AlertEvent>;

const total = (what: string) => Type.Integer({ minimum: 0, description: `Number of ${what}.` });

export const AlertContent = Type.Object(
  {
    run: Nullable(AlertRun),
    runCompleted: Type.Boolean({ description: 'Whether the rule selects `execution.completed`.' }),
    storm: Type.Boolean({
      description: `Whether more than half of at least ${limits.alerts.stormItems} items failed. The failures are then counted and not listed.`,
    }),
    totals: Type.Object(
      { failed: total('failed items'), changed: total('changes'), recovered: total('recovered items') },
      { additionalProperties: false, description: 'Number of events, including those that are not listed.' },
    ),
    events: Type.Array(AlertEvent, {
      maxItems: limits.alerts.namedItems,
      description: `Failures, then changes by size, then recoveries: at most ${limits.alerts.namedItems}.`,
    }),
  },
  {
    title: 'AlertContent',
    additionalProperties: false,
    description: 'What a message reports: a run, or a manual check if `run` is null.',
    examples: [
      {
        run: null,
        runCompleted: false,
        storm: false,
        totals: { failed: 0, changed: 1, recovered: 0 },
        events: [
          {
            type: 'content.changed',
            url: 'https://example.com/',
            ...{ itemId: null, screenshotId: 1, contentCheckId: 1, ratio: 0.0125 },
            ...{ failuresInARow: null, failureCode: null, description: null },
          },
        ],
      },
    ],
  },
);
export type AlertContent = Static<typeof AlertContent>;
