import { destinationKindTable } from '@shotclock/contracts';
import { expect, test } from 'vitest';
import { destinationKinds } from '../build/destination-kinds.ts';

test('the form knows the fields of each kind of destination, and hides secrets while they are typed', () => {
  expect(destinationKinds().map(({ kind }) => kind)).toEqual(Object.keys(destinationKindTable));
  const webhook = destinationKinds().find(({ kind }) => kind === 'webhook')!;
  expect(webhook.fields).toMatchObject([
    { name: 'url', isRequired: true, control: { kind: 'text', isLong: false } },
    { name: 'secret', isRequired: false, control: { kind: 'text', isSecret: true } },
  ]);
});
