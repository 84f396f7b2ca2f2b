import { randomBytes } from 'node:crypto';
import { createSealer, type Sealer } from '@shotclock/sealing';
import { expect, test } from 'vitest';
import { createDestination, resealDestinations, updateDestination } from '../../src/index.ts';
import { openWorkspaceForFile } from '../workspace.fixture.ts';

const workspace = openWorkspaceForFile();

test('after all destinations are encrypted with a new key, the old key is not needed', async () => {
  const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const contextWith = (sealer: Sealer) => ({
    ...workspace.core,
    alerting: { ...workspace.core.alerting, sealer },
  });
  const create = (sealer: Sealer, name: string) =>
    createDestination(contextWith(sealer), {
      name,
      kind: 'webhook',
      config: { url: `https://hooks.example/${name}` },
    });
  const old = await create(createSealer([oldKey]), 'old');
  const current = await create(createSealer([newKey]), 'new');
  await create(createSealer([lostKey]), 'lost');

  const { db } = workspace;
  const rotated = { db, sealer: createSealer([newKey, oldKey]) };
  expect(await resealDestinations(rotated)).toEqual({ resealed: 1, unreadable: 1 });
  expect(await resealDestinations(rotated)).toEqual({ resealed: 0, unreadable: 1 });
  const onlyNew = contextWith(createSealer([newKey]));
  for (const { id } of [old, current]) {
    const config = { url: 'https://other.example/' };
    expect(await updateDestination(onlyNew, { destinationId: id, config })).toMatchObject({
      origin: 'https://other.example',
    });
  }
});
