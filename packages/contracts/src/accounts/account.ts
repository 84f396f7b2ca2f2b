import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { DateTime, Id, Nullable, printableName } from '../schema.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: limits.accountName,
  pattern: printableName,
  description: 'Name of the account: one line of printable text.',
  examples: ['Acme'],
});
/** Names that were stored by earlier versions can contain any characters. */
const StoredName = Type.String({ description: 'Name of the account.', examples: ['Acme'] });

/** Descriptions of the limits that an operator can change for an account. */
const limitDescriptions = {
  runningCaptures: 'Maximum number of captures in the queue and in browsers at the same time.',
  waitingCaptures:
    'Maximum number of waiting captures. Once it is reached, requests that start captures receive 429. Manual captures and captures of runs are ' +
    'counted separately.',
  capturesPerDay: 'Maximum number of captures that are started per UTC day.',
  schedules: 'Maximum number of schedules.',
  storedBytes:
    'Maximum size in bytes of the artifacts of all screenshots, their variants and tiles, and time-lapses. Once it is reached, no further captures start.',
  itemBytes: 'Maximum size in bytes of the items of all schedules, as JSON.',
};
const Limit = (name: keyof typeof limitDescriptions) =>
  Nullable(
    Type.Integer({
      minimum: 0,
      maximum: name === 'storedBytes' || name === 'itemBytes' ? Number.MAX_SAFE_INTEGER : limits.accountLimit,
      description: limitDescriptions[name],
    }),
  );
const limitFields = {
  runningCaptures: Limit('runningCaptures'),
  waitingCaptures: Limit('waitingCaptures'),
  capturesPerDay: Limit('capturesPerDay'),
  schedules: Limit('schedules'),
  storedBytes: Limit('storedBytes'),
  itemBytes: Limit('itemBytes'),
};

const AccountLimits = Type.Object(limitFields, {
  title: 'AccountLimits',
  additionalProperties: false,
  description: "The limits of this account. Null means that the installation's setting applies.",
});
export type AccountLimits = Static<typeof AccountLimits>;

/** The limits of an account that has no limits of its own and is therefore subject to the installation's settings. */
export const noAccountLimits: AccountLimits = {
  runningCaptures: null,
  waitingCaptures: null,
  capturesPerDay: null,
  schedules: null,
  storedBytes: null,
  itemBytes: null,
};

export const Account = Type.Object(
  {
    id: Id('Account ID.'),
    name: StoredName,
    limits: AccountLimits,
    createdAt: DateTime('Time of creation.'),
  },
  {
    title: 'Account',
    additionalProperties: false,
    description: 'A tenant. It owns everything that its keys create, and other accounts cannot see its data.',
    examples: [
      {
        id: 2,
        name: 'Acme',
        limits: { ...noAccountLimits, capturesPerDay: 5_000 },
        createdAt: '2026-11-21T09:00:00.000Z',
      },
    ],
  },
);
export type Account = Static<typeof Account>;

export const AccountBody = Type.Object(
  { name: Name },
  {
    title: 'AccountRequest',
    additionalProperties: false,
    description: 'The name of an account.',
    examples: [{ name: 'Acme' }],
  },
);
export type AccountBody = Static<typeof AccountBody>;

export const AccountChangesBody = Type.Object(
  {
    name: Type.Optional(Name),
    limits: Type.Optional(
      Type.Partial(Type.Object(limitFields), {
        additionalProperties: false,
        description:
          "Limits to change. Null restores the installation's setting. Only keys of the default account can change limits.",
      }),
    ),
  },
  {
    title: 'AccountChanges',
    additionalProperties: false,
    description: 'The fields of an account to change.',
    examples: [{ name: 'Acme Europe' }, { limits: { capturesPerDay: 5_000 } }],
  },
);
export type AccountChangesBody = Static<typeof AccountChangesBody>;
