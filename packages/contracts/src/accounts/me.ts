import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Nullable } from '../schema.ts';
import { Account } from './account.ts';
import { ApiKey, KeyScope, keyScopes } from './api-key.ts';
import { Protection } from './system.ts';

const Usage = (what: string) =>
  Type.Object(
    {
      limit: Nullable(Type.Integer({ minimum: 0, description: 'The limit; null if there is none.' })),
      used: Type.Integer({ minimum: 0, description: 'Current usage.' }),
    },
    { additionalProperties: false, description: what },
  );

const LimitUsage = Type.Object(
  {
    runningCaptures: Usage('Captures in the queue and in browsers.'),
    waitingManualCaptures: Usage('Waiting manual captures, including those in the queue.'),
    waitingCapturesOfRuns: Usage('Waiting captures of runs, including those in the queue.'),
    capturesPerDay: Usage('Captures that were started since midnight UTC.'),
    schedules: Usage('Schedules.'),
    storedBytes: Usage(
      'Size in bytes of the artifacts of all screenshots, of the variants and tiles of their images, and of time-lapses. ' +
        'Identical artifacts count separately for each screenshot.',
    ),
    itemBytes: Usage(
      'Size in bytes of the items of all schedules, as JSON. Deleted items count as long as records refer to them.',
    ),
    replayBytes: Usage(
      'Size in bytes of the responses kept for 24 hours for requests with an `Idempotency-Key`.',
    ),
  },
  {
    title: 'LimitUsage',
    additionalProperties: false,
    description: 'The limits that apply to the account, and their current usage.',
  },
);
export type LimitUsage = Static<typeof LimitUsage>;

export const Me = Type.Object(
  {
    account: Account,
    key: Nullable(ApiKey),
    scopes: Type.Array(KeyScope, { description: 'What the request is permitted to do.' }),
    limits: LimitUsage,
    waitingSince: Nullable(
      DateTime('When the oldest waiting capture became ready to start; null when none waits.'),
    ),
    lostProtections: Nullable(
      Type.Array(Protection, {
        description:
          'The protections that running workers lack because their rights do not suffice (`GET /system`); null unless the request has the ' +
          '`admin` scope and acts for the default account.',
      }),
    ),
  },
  {
    title: 'Me',
    additionalProperties: false,
    description:
      'The account on whose behalf the request acts, and its key. Without authentication, `key` is null.',
    examples: [
      {
        account: { ...Account.examples[0], id: 1, name: 'default' },
        key: null,
        scopes: [...keyScopes],
        limits: {
          runningCaptures: { limit: null, used: 2 },
          waitingManualCaptures: { limit: 1_000, used: 0 },
          waitingCapturesOfRuns: { limit: 1_000, used: 12 },
          capturesPerDay: { limit: 5_000, used: 480 },
          schedules: { limit: 10_000, used: 24 },
          storedBytes: { limit: null, used: 8_123_456_789 },
          itemBytes: { limit: 1_073_741_824, used: 9_312 },
          replayBytes: { limit: 268_435_456, used: 48_213 },
        },
        waitingSince: '2026-11-21T09:00:00.012Z',
        lostProtections: [],
      },
    ],
  },
);
export type Me = Static<typeof Me>;
