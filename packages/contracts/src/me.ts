import { type Static, Type } from '@sinclair/typebox';
import { Account } from './account.ts';
import { ApiKey, KeyScope, keyScopes } from './api-key.ts';
import { Nullable } from './schema.ts';

export const Me = Type.Object(
  {
    account: Account,
    key: Nullable(ApiKey),
    scopes: Type.Array(KeyScope, { description: 'What the request permits.' }),
  },
  {
    title: 'Me',
    additionalProperties: false,
    description:
      'The account for which the request acts, and its key. Without authentication, `key` is null.',
    examples: [
      {
        account: { id: 1, name: 'default', createdAt: '2026-11-21T09:00:00.000Z' },
        key: null,
        scopes: [...keyScopes],
      },
    ],
  },
);
export type Me = Static<typeof Me>;
