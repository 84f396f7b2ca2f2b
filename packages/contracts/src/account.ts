import { type Static, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';
import { DateTime, Id } from './schema.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: limits.accountName,
  pattern: '\\S',
  description: 'Name of the account.',
  examples: ['Acme'],
});

export const Account = Type.Object(
  {
    id: Id('Account ID.'),
    name: Name,
    createdAt: DateTime('Time of creation.'),
  },
  {
    title: 'Account',
    additionalProperties: false,
    description: 'A tenant: everything that its keys create belongs to it, and no other account can see it.',
    examples: [{ id: 2, name: 'Acme', createdAt: '2026-11-21T09:00:00.000Z' }],
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
