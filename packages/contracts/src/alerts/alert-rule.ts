import { type Static, Type } from '@sinclair/typebox';
import { Tag } from '../items/tags.ts';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, printableName, StringEnum } from '../schema.ts';
import { AlertEventName, alertEventNames } from './alert-content.ts';
import { AlertTiming, AlertTimingBody, QuietHours } from './alert-timing.ts';
import { RenderedMessage } from './rendered-message.ts';

const { failuresInARow, destinations, schedules } = limits.alerts;
const { default: _, ...failureBounds } = failuresInARow;

const fields = {
  name: Type.String({
    pattern: printableName,
    maxLength: limits.alerts.name,
    description: 'What the rule is for.',
    examples: ['Price pages'],
  }),
  enabled: Type.Boolean({ description: 'Whether the rule matches runs and checks.' }),
  events: Type.Array(AlertEventName, {
    minItems: 1,
    maxItems: alertEventNames.length,
    uniqueItems: true,
    description: 'The events to report.',
    examples: [['content.changed', 'screenshot.failed', 'screenshot.recovered']],
  }),
  scheduleIds: Nullable(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: schedules,
      uniqueItems: true,
      description:
        'Only runs of these schedules. If this, `itemIds` and `tags` are null, the rule applies to all schedules and manual checks.',
      examples: [[1]],
    }),
  ),
  itemIds: Nullable(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: limits.selectedItems,
      uniqueItems: true,
      description: 'Only events of these items. Cannot be combined with `scheduleIds`.',
      examples: [[5]],
    }),
  ),
  tags: Nullable(
    Type.Array(Tag, {
      minItems: 1,
      maxItems: limits.tags,
      description:
        'Only schedules that have one of these tags now, all their items, and items that have one of them now. Cannot be combined with `scheduleIds` or `itemIds`.',
      examples: [['production']],
    }),
  ),
  minimumRatio: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Ignores changes whose `ratio` is smaller. Requires `content.changed`.',
    examples: [0.01],
  }),
  failuresInARow: Type.Integer({
    ...failureBounds,
    description:
      'Reports an item once, at this number of failures in a row, and its recovery. Requires `screenshot.failed` or `screenshot.recovered`.',
    examples: [failuresInARow.default],
  }),
  timing: AlertTiming,
  quietHours: Nullable(QuietHours),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'IANA time zone of `timing` and `quietHours`, with the rules of schedules for daylight saving time.',
    examples: ['Europe/Paris'],
  }),
  destinationIds: Type.Array(Id(), {
    minItems: 1,
    maxItems: destinations,
    uniqueItems: true,
    description: 'Where the messages are sent.',
    examples: [[1]],
  }),
};
const {
  name,
  enabled,
  events,
  scheduleIds,
  itemIds,
  tags,
  minimumRatio,
  quietHours,
  timezone,
  destinationIds,
} = fields;

const example = {
  name: 'Price pages',
  events: ['content.changed', 'screenshot.failed', 'screenshot.recovered'] as AlertEventName[],
  scheduleIds: [1],
  minimumRatio: 0.01,
  destinationIds: [1],
};

export const AlertRule = Type.Object(
  {
    id: Id('Rule ID.'),
    ...fields,
    destinationIds: Type.Array(Id(), {
      maxItems: destinations,
      description: 'Where the messages are sent. Deleted destinations are omitted.',
      examples: [[1]],
    }),
    createdAt: DateTime('Time of creation.'),
    updatedAt: DateTime('Time of the last change.'),
  },
  {
    title: 'AlertRule',
    additionalProperties: false,
    description:
      'Which events are sent to which destinations. A run results in at most one message per destination.',
    examples: [
      {
        id: 1,
        ...example,
        ...{ enabled: true, itemIds: null, tags: null, failuresInARow: failuresInARow.default },
        ...{ timing: AlertTiming.examples[0], quietHours: null, timezone: 'Europe/Paris' },
        ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
);
export type AlertRule = Static<typeof AlertRule>;

const optional = {
  enabled: Type.Optional({ ...enabled, default: true }),
  scheduleIds: Type.Optional(scheduleIds),
  itemIds: Type.Optional(itemIds),
  tags: Type.Optional(tags),
  minimumRatio: Type.Optional({ ...minimumRatio, default: 0 }),
  failuresInARow: Type.Optional({ ...fields.failuresInARow, default: failuresInARow.default }),
  timing: Type.Optional(AlertTimingBody),
  quietHours: Type.Optional(quietHours),
  timezone: Type.Optional({ ...timezone, default: 'UTC' }),
};

export const CreateAlertRuleBody = Type.Object(
  { name, events, destinationIds, ...optional },
  {
    title: 'CreateAlertRule',
    additionalProperties: false,
    description: 'A new rule. A rule that can never match is refused with the reason.',
    examples: [example],
  },
);
export type CreateAlertRuleBody = Static<typeof CreateAlertRuleBody>;

const { enabled: _enabled, timing: _timing, quietHours: _hours, timezone: _zone, ...previewed } = optional;

export const PreviewAlertRuleBody = Type.Object(
  { events, ...previewed },
  {
    title: 'PreviewAlertRule',
    additionalProperties: false,
    description: 'What a rule selects.',
    examples: [{ events: ['content.changed'], scheduleIds: [1] }],
  },
);
export type PreviewAlertRuleBody = Static<typeof PreviewAlertRuleBody>;

export const AlertRulePreview = Type.Object(
  {
    source: StringEnum(['RUN', 'CHECK', 'SAMPLE'], {
      title: 'PreviewSource',
      description:
        'What the message is about: the newest run or manual check that the rule matches, or an invented sample if there is none.',
    }),
    message: RenderedMessage,
  },
  {
    title: 'AlertRulePreview',
    additionalProperties: false,
    description: 'The message that a rule would send.',
    examples: [{ source: 'CHECK', message: RenderedMessage.examples[0] }],
  },
);
export type AlertRulePreview = Static<typeof AlertRulePreview>;

export const UpdateAlertRuleBody = Type.Object(
  {
    name: Type.Optional(name),
    enabled: Type.Optional(enabled),
    events: Type.Optional(events),
    scheduleIds: Type.Optional(scheduleIds),
    itemIds: Type.Optional(itemIds),
    tags: Type.Optional(tags),
    minimumRatio: Type.Optional(minimumRatio),
    failuresInARow: Type.Optional(fields.failuresInARow),
    timing: Type.Optional(AlertTimingBody),
    quietHours: Type.Optional(quietHours),
    timezone: Type.Optional(timezone),
    destinationIds: Type.Optional(destinationIds),
  },
  {
    title: 'UpdateAlertRule',
    additionalProperties: false,
    description: 'The fields to change. Omitted fields keep their value.',
    examples: [{ minimumRatio: 0.05 }],
  },
);
export type UpdateAlertRuleBody = Static<typeof UpdateAlertRuleBody>;
