import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, StringEnum } from '../schema.ts';
import { AlertContent } from './alert-content.ts';
import { RenderedMessage } from './rendered-message.ts';

export const DeliveryStatus = StringEnum(
  ['HELD', 'PENDING', 'DELIVERED', 'FAILED', 'CANCELLED', 'DIGESTED'],
  {
    title: 'DeliveryStatus',
    description:
      'HELD during quiet hours and until a digest is sent; the message then becomes part of the digest (DIGESTED). PENDING until an attempt ' +
      'succeeds (DELIVERED) or the last one fails (FAILED). CANCELLED: see `cancelReason`.',
  },
);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

export const CancelReason = StringEnum(
  ['RULE_DELETED', 'RULE_DISABLED', 'DESTINATION_DELETED', 'DESTINATION_DISABLED', 'DESTINATION_REMOVED'],
  {
    title: 'CancelReason',
    description:
      'Why a delivery was canceled. DESTINATION_REMOVED: from the rule, while the message was held.',
  },
);
export type CancelReason = Static<typeof CancelReason>;

const fields = {
  id: Id('Delivery ID, equal in all attempts.'),
  alertRuleId: Id('Rule that matched; may be deleted.'),
  destinationId: Id('Destination; may be deleted.'),
  executionId: Nullable(Id('The run that the message is about; null for other messages.')),
  contentCheckId: Nullable(Id('The manual check that the message is about; null for other messages.')),
  title: Type.String({ description: 'Title of the message.', examples: ['Daily: 2 changes'] }),
  status: DeliveryStatus,
  cancelReason: Nullable(CancelReason),
  digestId: Nullable(Id('The delivery that contains this one; null unless the status is DIGESTED.')),
  attempts: Type.Integer({ minimum: 0, description: 'Number of attempts so far.' }),
  nextAttemptAt: Nullable(DateTime('Time of the next attempt; null unless the delivery is PENDING.')),
  createdAt: DateTime('When the rule matched.'),
  completedAt: Nullable(DateTime('When the delivery ended; null while it is HELD or PENDING.')),
};
const example = {
  id: 1,
  alertRuleId: 1,
  destinationId: 1,
  executionId: null,
  contentCheckId: 1,
  title: 'Changed: https://example.com/',
  status: 'DELIVERED' as DeliveryStatus,
  ...{ cancelReason: null, digestId: null },
  attempts: 1,
  nextAttemptAt: null,
  createdAt: '2026-11-21T09:00:05.000Z',
  completedAt: '2026-11-21T09:00:05.120Z',
};

export const Delivery = Type.Object(fields, {
  title: 'Delivery',
  additionalProperties: false,
  description: 'A message to one destination.',
  examples: [example],
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryAttempt = Type.Object(
  {
    at: DateTime('When the attempt started.'),
    durationMs: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
    status: Nullable(
      Type.Integer({ description: 'HTTP status of the response; null without one.', examples: [200] }),
    ),
    error: Nullable(Type.String({ description: 'Why the attempt failed; null if it succeeded.' })),
    response: Nullable(
      Type.String({
        description: `The first ${limits.alerts.responseBytes} bytes of the response as text; null without one.`,
      }),
    ),
  },
  { title: 'DeliveryAttempt', additionalProperties: false, description: 'One attempt to deliver a message.' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const DeliveryDetails = Type.Object(
  {
    ...fields,
    content: AlertContent,
    message: RenderedMessage,
    log: Type.Array(DeliveryAttempt, {
      maxItems: limits.alerts.loggedAttempts,
      description: `The last ${limits.alerts.loggedAttempts} attempts, oldest first.`,
    }),
  },
  {
    title: 'DeliveryDetails',
    additionalProperties: false,
    description: 'A delivery with its content and its attempts.',
    examples: [
      {
        ...example,
        content: AlertContent.examples[0],
        message: RenderedMessage.examples[0],
        log: [{ at: example.createdAt, durationMs: 42, status: 200, error: null, response: 'ok' }],
      },
    ],
  },
);
export type DeliveryDetails = Static<typeof DeliveryDetails>;

const redeliveries = limits.alerts.redeliveries.toLocaleString('en');

export const RedeliverBody = Type.Object(
  {
    destinationId: Id('Destination of the messages.'),
    status: StringEnum(['FAILED', 'CANCELLED', 'DELIVERED'], {
      title: 'RedeliveredStatus',
      description: 'Status of the messages to send again.',
    }),
    from: DateTime('Earliest time of creation, inclusive.'),
    to: DateTime('Latest time of creation, inclusive.'),
  },
  {
    title: 'Redeliver',
    additionalProperties: false,
    description: `The messages to send again. A request sends at most ${redeliveries}, oldest first.`,
    examples: [
      {
        destinationId: 1,
        status: 'FAILED' as const,
        from: '2026-11-20T00:00:00.000Z',
        to: '2026-11-21T09:00:00.000Z',
      },
    ],
  },
);
export type RedeliverBody = Static<typeof RedeliverBody>;

export const Redelivered = Type.Object(
  {
    redelivered: Type.Integer({ minimum: 0, description: 'Number of messages that are sent again.' }),
    lastCreatedAt: Nullable(DateTime('Time of creation of the last of them; null if there are none.')),
    hasMore: Type.Boolean({
      description: 'Whether the period contains further messages: repeat the request.',
    }),
  },
  {
    title: 'Redelivered',
    additionalProperties: false,
    description: 'The messages that are sent again.',
    examples: [{ redelivered: 12, lastCreatedAt: '2026-11-21T08:00:05.000Z', hasMore: false }],
  },
);
export type Redelivered = Static<typeof Redelivered>;
