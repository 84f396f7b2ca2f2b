import type {
  AlertRule,
  AlertRulePreview,
  Delivery,
  DeliveryDetails,
  Destination,
  Page,
  Schedule,
} from '@shotclock/contracts';
import { alertEventNames, limits } from '@shotclock/contracts';
import { matchAlertRules } from '@shotclock/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

let api: TestApi;
let destinationId: number;
beforeAll(async () => {
  api = await createTestApi();
  const config = { url: 'https://hooks.invalid/x' };
  const created = await api.send<Destination>('POST', '/api/v1/destinations', {
    name: 'hook',
    kind: 'webhook',
    config,
  });
  destinationId = created.body.id;
});
afterAll(() => api.close());

const rules = '/api/v1/alert-rules';
const valid = () => ({ name: 'rule', events: ['content.changed'], destinationIds: [destinationId] });
const create = (more: object = {}) => api.send<AlertRule>('POST', rules, { ...valid(), ...more });

test('a rule is created with defaults, read, listed, changed and deleted', async () => {
  const created = await create();
  expect(created.status).toBe(201);
  expect(created.headers.location).toContain(`${rules}/${created.body.id}`);
  expect(created.body).toMatchObject({
    ...valid(),
    ...{ enabled: true, scheduleIds: null, itemIds: null, tags: null, minimumRatio: 0, failuresInARow: 2 },
  });
  const url = `${rules}/${created.body.id}`;
  expect((await api.send('GET', url)).body).toEqual(created.body);
  expect((await api.send<Page<AlertRule>>('GET', rules)).body.content).toEqual([created.body]);
  const events = ['screenshot.failed', 'screenshot.recovered'];
  const changed = await api.send<AlertRule>('PATCH', url, { events, failuresInARow: 20, enabled: false });
  expect(changed.body).toMatchObject({ events, failuresInARow: 20, enabled: false, name: 'rule' });
  expectProblem(await api.send('PATCH', url, { minimumRatio: 0.5 }), 'validation_failed');
  expect((await api.send('DELETE', url)).status).toBe(204);
  expectProblem(await api.send('GET', url), 'not_found');
});

test('a preview shows the message about the newest matching run, otherwise about a sample, and writes nothing', async () => {
  const preview = async (body: object) =>
    (await api.send<AlertRulePreview>('POST', `${rules}/preview`, body)).body;
  const sample = await preview({ events: ['content.changed'], minimumRatio: 0.5 });
  expect(sample).toMatchObject({
    source: 'SAMPLE',
    message: { title: 'Example schedule: 1 change', link: null, items: [{ link: null }] },
  });
  expect(sample.message.items[0]!.text).toContain('50%');
  for (const event of alertEventNames)
    expect((await preview({ events: [event] })).message.title, event).not.toBe('');
  const schedule = (await api.createSchedule([{ url: 'https://example.com/' }])) as Schedule;
  await api.send('POST', `/api/v1/schedules/${schedule.id}/run`);
  await api.work('the name does not exist');
  const about = { scheduleIds: [schedule.id], failuresInARow: 1 };
  const run = await preview({ ...about, events: ['screenshot.failed'] });
  expect(run.source).toBe('RUN');
  expect(run.message.title).toBe(`${schedule.name}: 1 failure`);
  expect(run.message.items).toEqual([expect.objectContaining({ title: 'https://example.com/' })]);
  expect((await preview({ ...about, events: ['screenshot.failed'], failuresInARow: 2 })).source).toBe(
    'SAMPLE',
  );
  expect(
    (await preview({ itemIds: [schedule.items![0]!.id], events: ['screenshot.failed'], failuresInARow: 1 }))
      .source,
  ).toBe('RUN');
  const conflicting = { events: ['screenshot.failed'], minimumRatio: 0.1 };
  expectProblem(await api.send('POST', `${rules}/preview`, conflicting), 'validation_failed');
  expect((await api.send<Page<Delivery>>('GET', '/api/v1/deliveries')).body.totalElements).toBe(0);
});

test('a rule that can never match, or that is out of bounds, is rejected with the reason', async () => {
  const quiet = (await api.createSchedule([{ url: 'https://example.com/' }])) as Schedule;
  const itemIds = [quiet.items![0]!.id];
  const ended = await api.send<Schedule>('POST', '/api/v1/schedules', {
    name: 'ended',
    schedule: { type: 'ONCE', firstRunAt: '2999-01-01T00:00:00Z' },
  });
  await api.context.db.orm.execute(`update schedules set status = 'COMPLETED' where id = ${ended.body.id}`);
  const cases: [object, string, RegExp][] = [
    [{ scheduleIds: [quiet.id] }, '/scheduleIds', /detects changes/],
    [{ itemIds }, '/itemIds', /detects changes/],
    [{ scheduleIds: [ended.body.id], events: ['execution.completed'] }, '/scheduleIds', /completed/],
    [{ scheduleIds: [999_999] }, '/scheduleIds', /999999, which does not exist/],
    [{ itemIds: [999_999] }, '/itemIds', /does not exist/],
    [{ destinationIds: [999_999] }, '/destinationIds', /does not exist/],
    [{ scheduleIds: [quiet.id], itemIds, events: ['screenshot.failed'] }, '/itemIds', /combined/],
    [{ scheduleIds: [quiet.id], tags: ['shop'] }, '/tags', /combined with scheduleIds/],
    [{ tags: ['shop'], events: ['destination.disabled'] }, '/tags', /no effect/],
    [{ tags: ['a,b'] }, '/tags/0', /./],
    [{ tags: [] }, '/tags', /1/],
    [{ itemIds, events: ['execution.completed'] }, '/itemIds', /not about items/],
    [{ events: ['screenshot.failed'], minimumRatio: 0.1 }, '/minimumRatio', /no effect/],
    [{ failuresInARow: 3 }, '/failuresInARow', /no effect/],
    [{ failuresInARow: 21, events: ['screenshot.failed'] }, '/failuresInARow', /20/],
    [{ destinationIds: [] }, '/destinationIds', /1/],
    [{ events: ['quiet.hours'] }, '/events/0', /./],
  ];
  for (const [more, path, message] of cases) {
    const problem = expectProblem(await create(more), 'validation_failed');
    expect(problem.errors, JSON.stringify(more)).toContainEqual(
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    );
  }
});

test('deliveries are listed with filters, shown with their content, and sent again once they have ended', async () => {
  const { body: rule } = await create({ events: ['execution.completed'] });
  const { id: scheduleId } = await api.createSchedule([]);
  const run = await api.send<{ id: number }>('POST', `/api/v1/schedules/${scheduleId}/run`);
  await expect.poll(async () => (await matchAlertRules(api.context)).added, { timeout: 60_000 }).toBe(1);
  const list = async (query: string) =>
    (await api.send<Page<Delivery>>('GET', `/api/v1/deliveries?${query}`)).body.content;
  const [delivery] = await list(`alertRuleId=${rule.id}&executionId=${run.body.id}&status=PENDING`);
  expect(delivery).toMatchObject({ destinationId, status: 'PENDING', attempts: 0, contentCheckId: null });
  expect(await list(`destinationId=${destinationId + 1}`)).toEqual([]);
  expect(await list('destinationKind=webhook')).toEqual([delivery]);
  expect(await list('destinationKind=inbox')).toEqual([]);
  const url = `/api/v1/deliveries/${delivery!.id}`;
  const { body } = await api.send<DeliveryDetails>('GET', url);
  expect(body).toMatchObject({
    ...delivery,
    log: [],
    content: { run: { id: run.body.id, scheduleId }, events: [] },
  });
  expectProblem(await api.send('POST', `${url}/redeliver`), 'conflict');
  expect((await api.send('DELETE', `${rules}/${rule.id}`)).status).toBe(204);
  expect(await list('status=CANCELLED')).toHaveLength(1);
  const again = await api.send<Delivery>('POST', `${url}/redeliver`);
  expect(again.body).toMatchObject({
    id: delivery!.id,
    status: 'PENDING',
    nextAttemptAt: expect.any(String),
  });
});

test('an account can have a limited number of rules', async () => {
  const { db, accountId } = api.context;
  await db.orm.execute(`
    insert into alert_rules (account_id, name, enabled, events, minimum_ratio, failures_in_a_row)
    select ${accountId}, 'full', false, '{content.changed}', 0, 2 from generate_series(1, ${limits.alerts.rules})`);
  expect(expectProblem(await create(), 'conflict').detail).toContain('100 alert rules');
});
