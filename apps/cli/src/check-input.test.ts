import { AccountBody, AccountChangesBody, CreateApiKeyBody, expiryErrors } from '@shotclock/contracts';
import { expect, test } from 'vitest';
import { checkInput } from './check-input.ts';

const key = (input: object) => () =>
  checkInput(CreateApiKeyBody, { name: 'N', scopes: ['read'], ...input }, (body) =>
    expiryErrors(body, Date.now()),
  );
const printable = '--name: must be one line of printable text, and not blank';
const inPast = '--expires-at: must be in the future';

test.each([
  ['a list', key({ scopes: ['root', 'x'] }), '--scopes: must be one of read, write, admin'],
  ['an empty name', key({ name: '' }), '--name: must not be empty'],
  ['a control character', () => checkInput(AccountBody, { name: 'a\nb' }), printable],
  ['a time', key({ expiresAt: 'now' }), /^--expires-at: must be an ISO-8601 date and time with its offset/],
  ['a rule', key({ expiresAt: '2020-01-01T00:00:00Z' }), inPast],
  [
    'a limit',
    () => checkInput(AccountChangesBody, { limits: { schedules: -1 } }),
    /^--schedules: must be betw/,
  ],
  ['two options', key({ name: '\t', scopes: [] }), `${printable}; --scopes: must hold at least 1 item`],
])('phrases the errors of %s as the API does', (_, check, message) => {
  expect(check).toThrow(expect.objectContaining({ name: 'UsageError' }));
  expect(check).toThrow(typeof message === 'string' ? new RegExp(`^${message}$`) : message);
});
