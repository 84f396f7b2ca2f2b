import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, printableName, StringEnum } from '../schema.ts';
import { DestinationConfig } from './destination-config.ts';
import { destinationKindNames } from './destination-kind-table.ts';

export const DestinationKind = StringEnum(destinationKindNames, {
  title: 'DestinationKind',
  description: 'How messages are sent.',
});
export type DestinationKind = Static<typeof DestinationKind>;

const DestinationStatus = StringEnum(['ACTIVE', 'DISABLED'], {
  title: 'DestinationStatus',
  description: 'Whether messages are sent to the destination.',
});

export const DisabledReason = StringEnum(['REQUESTED', 'GONE', 'FAILING'], {
  title: 'DisabledReason',
  description:
    'Why a destination is disabled: a request did it, the receiver responded with 410, or nothing was delivered for days.',
});

const Name = Type.String({
  minLength: 1,
  maxLength: limits.destinationName,
  pattern: printableName,
  description: 'Name of the destination: one line of printable text.',
  examples: ['On call'],
});

const destinationFields = {
  id: Id('Destination ID.'),
  name: Name,
  kind: DestinationKind,
  origin: Nullable(
    Type.String({
      description: 'Scheme, host and port of the address. The rest of the address is not shown.',
      examples: ['https://hooks.example.com'],
    }),
  ),
  status: DestinationStatus,
  disabledReason: Nullable(DisabledReason),
  failingSince: Nullable(
    DateTime('Time of the first failed delivery since the last successful one; null if there is none.'),
  ),
  lastSuccessAt: Nullable(DateTime('Time of the last successful delivery; null if there was none.')),
  createdAt: DateTime('Time of creation.'),
  updatedAt: DateTime('Time of the last change by a request.'),
};

const example = {
  id: 1,
  name: 'On call',
  kind: 'webhook' as const,
  origin: 'https://hooks.example.com',
  status: 'ACTIVE' as const,
  disabledReason: null,
  failingSince: null,
  lastSuccessAt: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
};

export const Destination = Type.Object(destinationFields, {
  title: 'Destination',
  additionalProperties: false,
  description: 'A receiver of alerts, without its address and secrets.',
  examples: [example],
});
export type Destination = Static<typeof Destination>;

export const DestinationWithSecret = Type.Object(
  {
    ...destinationFields,
    secret: Nullable(
      Type.String({
        description:
          'The generated secret. No other response contains it: it is null in the replayed response to a repeated request, and if the request ' +
          'contained the secret.',
      }),
    ),
  },
  {
    title: 'DestinationWithSecret',
    additionalProperties: false,
    description: 'A destination with a new secret.',
    // The example must not look like a real secret, because secret scanners would report it.
    examples: [{ ...example, secret: 'whsec_…' }],
  },
);
export type DestinationWithSecret = Static<typeof DestinationWithSecret>;

export const CreateDestinationBody = Type.Object(
  { name: Name, kind: DestinationKind, config: DestinationConfig },
  {
    title: 'CreateDestination',
    additionalProperties: false,
    description: `A destination to create. An account can have at most ${limits.destinationsPerAccount}.`,
    examples: [{ name: 'On call', kind: 'webhook', config: { url: 'https://hooks.example.com/shotclock' } }],
  },
);
export type CreateDestinationBody = Static<typeof CreateDestinationBody>;

export const UpdateDestinationBody = Type.Object(
  {
    name: Type.Optional(Name),
    status: Type.Optional(DestinationStatus),
    config: Type.Optional(DestinationConfig),
  },
  {
    title: 'UpdateDestination',
    additionalProperties: false,
    description: 'The fields of a destination to change. Fields that `config` omits keep their values.',
    examples: [{ status: 'DISABLED' }],
  },
);
export type UpdateDestinationBody = Static<typeof UpdateDestinationBody>;

export const DestinationTest = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver accepted the message (2xx).' }),
    status: Nullable(
      Type.Integer({ description: 'HTTP status of the response; null if there was none.', examples: [204] }),
    ),
    error: Nullable(
      Type.String({ description: 'Why the message was not delivered; null if it was.', examples: [null] }),
    ),
    response: Nullable(
      Type.String({
        description: `The first ${limits.alerts.responseBytes} bytes of the response, without the secrets of the destination; null if there was none.`,
        examples: ['ok'],
      }),
    ),
    durationMs: Type.Integer({ description: 'Duration of the request in milliseconds.', examples: [84] }),
    text: Type.Boolean({ description: 'Whether the text arrived.' }),
    picture: StringEnum(['UPLOADED', 'LINKED', 'NOT_SENT'], {
      title: 'PictureDelivery',
      description:
        'How the picture arrived: as a file, as a link that the reader must be able to open, or not at all.',
    }),
  },
  {
    title: 'DestinationTest',
    additionalProperties: false,
    description: 'The result of a test message.',
    examples: [
      {
        delivered: true,
        status: 204,
        error: null,
        response: '',
        durationMs: 84,
        text: true,
        picture: 'LINKED',
      },
    ],
  },
);
export type DestinationTest = Static<typeof DestinationTest>;
