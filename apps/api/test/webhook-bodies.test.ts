import { verifyWebhook, type WebhookMessage } from '@shotclock/client';
import type { AlertContent, AlertMessageType, DestinationWithSecret } from '@shotclock/contracts';
import { claimDeliveries, sendDelivery } from '@shotclock/core';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { createLogger } from '@shotclock/runtime';
import { startReceiver } from '@shotclock/testing';
import { afterAll, expect, test } from 'vitest';
import { describeApi } from '../src/openapi/describe-api.ts';
import { createTestApi } from '../src/test-api.fixture.ts';
import { schemaChecks } from './fuzz/schema-checks.fixture.ts';

const receiver = await startReceiver();
const alertAllow = parseEgressAllow(`127.0.0.1:${receiver.port}`);
const api = await createTestApi({ alertAllow });
const alerting = { ...api.context.alerting, client: createOutboundClient({ allow: alertAllow }) };
api.context.alerting = alerting;
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const at = '2026-11-21T09:00:00.000Z';
const nothing: Omit<AlertContent, 'type'> = {
  ...{ digest: null, run: null, schedule: null, destination: null, runEvents: [], storm: false },
  totals: { failed: 0, stateChanged: 0, changed: 0, recovered: 0 },
  events: [],
};
const totalsOf = ({ events = [] }: Partial<AlertContent>) => ({ ...nothing.totals, changed: events.length });
const run: AlertContent['run'] = {
  ...{ id: 1, scheduleId: 1, scheduleName: 'Daily', status: 'COMPLETED', missedRuns: 0, reason: null },
  ...{ totalItems: 2, successfulItems: 1, failedItems: 1, startedAt: at, completedAt: at },
};
const event: AlertContent['events'][number] = {
  ...{ type: 'content.changed', url: 'https://example.com/', itemId: 1, screenshotId: 1 },
  ...{ contentCheckId: 1, ratio: 0.5, state: null, previousState: null },
  ...{ failuresInARow: null, failureCode: null, description: null },
};
const digest: AlertContent['digest'] = {
  ...{
    from: at,
    to: at,
    messages: 2,
    runs: 1,
    totalItems: 2,
    capturedItems: 2,
    failedItems: 0,
    missedRuns: 0,
  },
  notices: ['Daily: paused'],
};
const ofRun = (more: Partial<AlertContent['events'][number]>) => ({ run, events: [{ ...event, ...more }] });
const noChange = { contentCheckId: null, ratio: null };
const schedule = { id: 1, name: 'Daily', pauseReason: 'FAILURES' as const, at };
const contents: Record<AlertMessageType, Partial<AlertContent>> = {
  'content.changed': { events: [{ ...event, itemId: null }] },
  'screenshot.failed': ofRun({
    ...{ type: 'screenshot.failed', ...noChange, failuresInARow: 2 },
    ...{ failureCode: 'timeout', description: 'The page did not load.' },
  }),
  'screenshot.recovered': ofRun({ type: 'screenshot.recovered', ...noChange, failuresInARow: 2 }),
  'page.state_changed': ofRun({ type: 'page.state_changed', ...noChange, state: 'challenge' }),
  'execution.completed': { run, runEvents: ['execution.completed'] },
  'execution.failed': { run: { ...run!, status: 'FAILED' }, runEvents: ['execution.failed'] },
  'schedule.missed': { run: { ...run!, missedRuns: 1, reason: 'Missed.' }, runEvents: ['schedule.missed'] },
  'schedule.paused': { schedule },
  'schedule.completed': { schedule: { ...schedule, pauseReason: null } },
  'destination.disabled': { destination: { id: 2, name: 'Chat', disabledReason: 'GONE', at } },
  digest: { digest, events: [event] },
};

test('the bodies of all webhooks conform to the document, which lists each type', async () => {
  const document = await describeApi();
  const checks = schemaChecks(document, { formats: true });
  const types = [...Object.keys(contents), 'destination.test'];
  expect(Object.keys(document.webhooks!).toSorted()).toEqual(types.toSorted());
  const { body: destination } = await api.send<DestinationWithSecret>('POST', '/api/v1/destinations', {
    ...{ name: 'On call', kind: 'webhook', config: { url: `${receiver.origin}/hook` } },
  });
  for (const [type, content] of Object.entries(contents))
    await api.context.db.orm.execute(`
      insert into deliveries (account_id, alert_rule_id, destination_id, content, attempts_left)
      select account_id, 1, id, '${JSON.stringify({ ...nothing, type, ...content, totals: totalsOf(content) })}', 8 from destinations where id = ${destination.id}`);
  const sending = {
    ...api.context,
    ...{
      client: alerting.client,
      sealer: alerting.sealer!,
      logger: createLogger({ name: 't', level: 'silent' }),
    },
  };
  for (let claimed = await claimDeliveries(sending, { limit: 10 }); claimed.length > 0; ) {
    for (const one of claimed) expect(await sendDelivery(sending, one)).toMatchObject({ delivered: true });
    claimed = await claimDeliveries(sending, { limit: 10 });
  }
  await api.send('POST', `/api/v1/destinations/${destination.id}/test`);

  const messages: WebhookMessage[] = [];
  for (const { body, headers } of receiver.received)
    messages.push(await verifyWebhook({ body, headers, secret: destination.secret! }));
  expect(messages.map(({ type }) => type)).toEqual(types);
  for (const message of messages) {
    const pointer = [
      'webhooks',
      message.type,
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    ];
    expect(checks.at(...pointer)(message), message.type).toEqual({ errors: '' });
    expect(checks.at(...pointer)({ ...message, data: { ...message.data, x: 1 } }).errors).not.toBe('');
    // The type of a message determines the types of its fields.
    if (message.type === 'schedule.paused') expect(message.data.schedule.name).toBe('Daily');
  }
});
