import { type Static, Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable } from '../schema.ts';
import { ApiKey } from './api-key.ts';

export const Session = Type.Object(
  {
    id: Id('Session ID.'),
    createdAt: DateTime('Time of the sign-in.'),
    expiresAt: DateTime('Time at which the session ends.'),
    key: ApiKey,
  },
  {
    title: 'Session',
    additionalProperties: false,
    description:
      'A signed-in browser. Its requests have the permissions of the key. The session also ends when the key is revoked or expires.',
    examples: [
      {
        id: 1,
        createdAt: '2026-11-21T09:00:00.000Z',
        expiresAt: '2026-11-21T21:00:00.000Z',
        key: ApiKey.examples[0],
      },
    ],
  },
);
export type Session = Static<typeof Session>;

export const AccountSession = Type.Object(
  {
    id: Id('Session ID.'),
    accountId: Id('ID of the account for which the session acts.'),
    apiKeyId: Id('ID of the API key with which the browser signed in.'),
    keyName: Type.String({ description: 'Name of the API key.', examples: ['Nightly archive'] }),
    keyPrefix: Type.String({
      description: 'The first characters of the API key.',
      examples: ['sc_4Kq0ZrTb'],
    }),
    clientAddress: Nullable(
      Type.String({ description: 'IP address from which the browser signed in.', examples: ['203.0.113.7'] }),
    ),
    createdAt: DateTime('Time of the sign-in.'),
    expiresAt: DateTime('Time at which the session ends.'),
    current: Type.Boolean({ description: 'Whether the request uses this session.' }),
  },
  {
    title: 'AccountSession',
    additionalProperties: false,
    description: 'A signed-in browser, as listed for `admin` keys.',
    examples: [
      {
        id: 1,
        accountId: 2,
        apiKeyId: 3,
        keyName: 'Nightly archive',
        keyPrefix: 'sc_4Kq0ZrTb',
        clientAddress: '203.0.113.7',
        createdAt: '2026-11-21T09:00:00.000Z',
        expiresAt: '2026-11-21T21:00:00.000Z',
        current: true,
      },
    ],
  },
);
export type AccountSession = Static<typeof AccountSession>;

export const CreateSessionBody = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 256, description: 'An API key.', examples: ['sc_…'] }),
  },
  {
    title: 'CreateSession',
    additionalProperties: false,
    description: 'The key that a browser uses to sign in.',
    examples: [{ key: 'sc_…' }],
  },
);
export type CreateSessionBody = Static<typeof CreateSessionBody>;
