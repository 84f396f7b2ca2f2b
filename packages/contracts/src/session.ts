import { type Static, Type } from '@sinclair/typebox';
import { ApiKey } from './api-key.ts';
import { DateTime, Id } from './schema.ts';

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
      'A signed-in browser. Its requests act as the key does. It also ends when the key is revoked or expires.',
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

export const CreateSessionBody = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 256, description: 'An API key.', examples: ['sc_…'] }),
  },
  {
    title: 'CreateSession',
    additionalProperties: false,
    description: 'The key with which a browser signs in.',
    examples: [{ key: 'sc_…' }],
  },
);
export type CreateSessionBody = Static<typeof CreateSessionBody>;
