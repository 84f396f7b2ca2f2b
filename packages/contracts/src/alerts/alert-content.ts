import { type Static, Type } from '@sinclair/typebox';
import { VerdictKind } from '../captures/page-record.ts';
import { limits } from '../limits.ts';
import { ExecutionStatus } from '../schedules/execution.ts';
import { PauseReason } from '../schedules/policy.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { AlertDigest } from './alert-timing.ts';
import { DisabledReason } from './destination.ts';

/** Events of a page, in the order in which a message lists them. */
export const pageEventNames = [
  'screenshot.failed',
  'page.state_changed',
  'content.changed',
  'screenshot.recovered',
] as const;
/** Events of a whole run, most important first. */
const runEventNames = ['execution.failed', 'schedule.missed', 'execution.completed'] as const;

const meanings = {
  'content.changed': 'a check found a change',
  'screenshot.failed': 'an item has failed as many times in a row as the rule requires',
  'screenshot.recovered': 'such an item was captured again',
  'page.state_changed':
    'an item certainly shows another kind of page than before: an error, a bot check, a login form, a blank page, or content again',
  'execution.completed': 'a run ended, with or without failures',
  'execution.failed': 'a run ended without a captured item, or was skipped',
  'schedule.missed': 'runs of a schedule did not take place: they were missed or skipped',
  'schedule.paused': 'a schedule was paused, on request or automatically',
  'schedule.completed': 'a schedule has no further runs',
  'destination.disabled': 'another destination was disabled, on request or automatically',
} as const;

/** The events that a rule can select. */
export const alertEventNames = Object.keys(meanings) as (keyof typeof meanings)[];
export const AlertEventName = StringEnum(alertEventNames, {
  title: 'AlertEventName',
  description: [
    'What happened:',
    '',
    ...alertEventNames.map((name) => `- \`${name}\`: ${meanings[name]}.`),
  ].join('\n'),
});
export type AlertEventName = Static<typeof AlertEventName>;

export const AlertMessageType = StringEnum([...alertEventNames, 'digest'], {
  title: 'AlertMessageType',
  description: 'The most important event of a message, or `digest`.',
});
export type AlertMessageType = Static<typeof AlertMessageType>;

export const AlertRun = Type.Object(
  {
    id: Id('Execution ID.'),
    scheduleId: Id('Schedule that ran.'),
    scheduleName: Type.String({ description: 'Name of the schedule.', examples: ['Daily'] }),
    status: ExecutionStatus,
    totalItems: Type.Integer({ minimum: 0, description: 'Number of items.' }),
    successfulItems: Type.Integer({ minimum: 0, description: 'Number of captured items.' }),
    failedItems: Type.Integer({ minimum: 0, description: 'Number of failed items.' }),
    missedRuns: Type.Integer({
      minimum: 0,
      description:
        'Number of scheduled runs that did not take place: those missed before this run, and the run itself if it was skipped.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Why the run was skipped, or which earlier runs were missed; null if neither.',
      }),
    ),
    startedAt: DateTime('When the run started.'),
    completedAt: DateTime('When the run ended.'),
  },
  { title: 'AlertRun', additionalProperties: false, description: 'The run that a message is about.' },
);
export type AlertRun = Static<typeof AlertRun>;

export const AlertSchedule = Type.Object(
  {
    id: Id('Schedule ID.'),
    name: Type.String({ description: 'Name of the schedule.', examples: ['Daily'] }),
    pauseReason: Nullable(PauseReason),
    at: DateTime('When the schedule was paused or completed.'),
  },
  {
    title: 'AlertSchedule',
    additionalProperties: false,
    description: 'The schedule that a message is about.',
  },
);
export type AlertSchedule = Static<typeof AlertSchedule>;

export const AlertDestination = Type.Object(
  {
    id: Id('Destination ID.'),
    name: Type.String({ description: 'Name of the destination.', examples: ['On call'] }),
    disabledReason: Nullable(DisabledReason),
    at: DateTime('When the destination was disabled.'),
  },
  {
    title: 'AlertDestination',
    additionalProperties: false,
    description: 'The disabled destination that a message is about.',
  },
);
export type AlertDestination = Static<typeof AlertDestination>;

export const AlertEvent = Type.Object(
  {
    type: StringEnum(pageEventNames, { title: 'PageEventName', description: 'What happened to the page.' }),
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
        description:
          'Fraction of the pixels or characters that differs; null for other events and for checks with conditions.',
      }),
    ),
    state: Nullable({ ...VerdictKind, description: 'The kind of page now; null for other events.' }),
    previousState: Nullable({
      ...VerdictKind,
      description: 'The kind of page before; null for other events and for the first capture.',
    }),
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
        description: `Why the capture failed, or which conditions of the check hold, at most ${limits.alerts.descriptionLength} characters.`,
      }),
    ),
  },
  { title: 'AlertEvent', additionalProperties: false, description: 'An event of one page.' },
);
export type AlertEvent = Static<typeof AlertEvent>;

const total = (what: string) => Type.Integer({ minimum: 0, description: `Number of ${what}.` });

export const AlertContent = Type.Object(
  {
    type: AlertMessageType,
    digest: Nullable(AlertDigest),
    run: Nullable(AlertRun),
    schedule: Nullable(AlertSchedule),
    destination: Nullable(AlertDestination),
    runEvents: Type.Array(
      StringEnum(runEventNames, { title: 'RunEventName', description: 'What happened to the run.' }),
      {
        maxItems: runEventNames.length,
        description: 'The events of the whole run that the rule selects.',
      },
    ),
    storm: Type.Boolean({
      description: `Whether more than half of at least ${limits.alerts.stormItems} items failed. The failures are then counted and not listed.`,
    }),
    totals: Type.Object(
      {
        failed: total('failed items'),
        stateChanged: total('items that show another kind of page'),
        changed: total('changes'),
        recovered: total('recovered items'),
      },
      { additionalProperties: false, description: 'Number of events, including those that are not listed.' },
    ),
    events: Type.Array(AlertEvent, {
      maxItems: limits.alerts.namedItems,
      description: `Failures, then changes of the kind of page, then changes by size, then recoveries: at most ${limits.alerts.namedItems}.`,
    }),
  },
  {
    title: 'AlertContent',
    additionalProperties: false,
    description:
      'What a message reports: a period, a run, a schedule, a destination, or otherwise a manual check.',
    examples: [
      {
        type: 'content.changed',
        ...{ digest: null, run: null, schedule: null, destination: null, runEvents: [] },
        storm: false,
        totals: { failed: 0, stateChanged: 0, changed: 1, recovered: 0 },
        events: [
          {
            type: 'content.changed',
            url: 'https://example.com/',
            ...{ itemId: null, screenshotId: 1, contentCheckId: 1, ratio: 0.0125 },
            ...{ state: null, previousState: null },
            ...{ failuresInARow: null, failureCode: null, description: null },
          },
        ],
      },
    ],
  },
);
export type AlertContent = Static<typeof AlertContent>;
