import { randomUUID } from 'node:crypto';
import type { Me, System } from '@shotclock/contracts';
import { deleteReport, storeReport } from '@shotclock/db/all-accounts';
import { afterAll, expect, test } from 'vitest';
import { createTestApi, expectProblem } from '../../test-api.fixture.ts';

const api = await createTestApi({ needsKeys: true });
afterAll(() => api.close());
const { orm } = api.context.db;
const path = '/api/v1/system';
const operator = (await api.createKey(['admin'])).headers;
const lost = (check: string) => ({ check, status: 'warning', found: 'Lost.', remedy: 'Permit it.' }) as const;

test('GET /system returns the checks of the API and the current reports of workers', async () => {
  const [id, expired] = [randomUUID(), randomUUID()];
  await storeReport(orm, { id: expired, host: 'old', checks: [] });
  await orm.execute(`update process_reports set reported_at = now() - interval '4 minutes'`);
  const before = await api.send<System>('GET', path, undefined, operator);
  expect(before.body.workers).toEqual([]);
  expect(before.body.checks).toMatchObject([
    { check: 'database', status: 'ok', remedy: null },
    { check: 'workers', status: 'failed', remedy: expect.stringContaining('Start a worker') },
  ]);

  await storeReport(orm, { id, host: 'worker-1', checks: [lost('sandbox')] });
  await storeReport(orm, { id, host: 'worker-1', checks: [lost('rights'), lost('isolation')] });
  const { status, body } = await api.send<System>('GET', path, undefined, operator);
  expect(status).toBe(200);
  expect(body.workers).toMatchObject([
    { host: 'worker-1', checks: [{ check: 'rights' }, lost('isolation')] },
  ]);
  expect(body.checks.at(-1)).toMatchObject({ check: 'workers', status: 'ok' });
  expect(await orm.execute('select from process_reports')).toHaveLength(1);
  await deleteReport(orm, id);
});

test('only admin keys of the default account see the state of the system', async () => {
  const id = randomUUID();
  // The settings switch off the sandbox of the second worker, which is not a lack of rights.
  await storeReport(orm, { id, host: 'worker-1', checks: [lost('rights'), lost('isolation')] });
  await storeReport(orm, { id: randomUUID(), host: 'worker-2', checks: [lost('sandbox')] });
  const { accountId } = await api.otherAccount();
  const reader = (await api.createKey(['read'])).headers;
  const other = (await api.createKey(['admin'], accountId)).headers;
  const protectionsOf = async (headers: Record<string, string>) =>
    (await api.send<Me>('GET', '/api/v1/me', undefined, headers)).body.lostProtections;
  expect(await protectionsOf(operator)).toEqual(['isolation']);
  for (const headers of [reader, other]) {
    expectProblem(await api.send('GET', path, undefined, headers), 'forbidden');
    expect(await protectionsOf(headers)).toBeNull();
  }
});
