// Kinds that report states or only keep messages, and the partial failures of Apprise.
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { startReceiver } from '@shotclock/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { destinationKinds, type StoredConfig } from '../src/index.ts';
import type { AlertMessage } from '../src/message/alert-message.ts';
import { itemOf, messageOf, pictureOf, png } from './messages.fixture.ts';
import type { PostedAlert } from './services/alertmanager.fixture.ts';

const receiver = await startReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respondWith((response) => void response.writeHead(200).end('OK'));
});
const client = createOutboundClient({ allow: parseEgressAllow(`127.0.0.1:${receiver.port}`) });
const now = new Date('2026-11-26T12:00:00Z');

const ping = async (config: StoredConfig, message: Partial<AlertMessage> = {}) => {
  const outcome = await destinationKinds.heartbeat.send(messageOf(message), config, { client, now });
  return { ...outcome, path: receiver.received.at(-1)?.path };
};

test('a heartbeat is a request to the address of a successful or of a failed run', async () => {
  const failed = { outcome: 'failed', title: 'Daily: run failed\r\n&status=up' } as const;
  const uuid = { url: `${receiver.origin}/0d338dcc-a054?create=1` };
  const success = { delivered: true, text: false, picture: 'NOT_SENT', path: '/0d338dcc-a054?create=1' };
  expect(await ping(uuid)).toMatchObject(success);
  expect(await ping(uuid, failed)).toMatchObject({ path: '/0d338dcc-a054/fail?create=1' });
  const both = { ...uuid, failureUrl: `${receiver.origin}/down` };
  expect([(await ping(both)).path, (await ping(both, failed)).path]).toEqual(
    [uuid.url, both.failureUrl].map((url) => url.slice(receiver.origin.length)),
  );
  const push = { url: `${receiver.origin}/api/push/kUmA?status=up&msg=OK&ping=` };
  expect((await ping(push)).path).toBe('/api/push/kUmA?status=up&msg=OK&ping=');
  const { path } = await ping(push, failed);
  expect(Object.fromEntries(new URL(path!, receiver.origin).searchParams)).toEqual({
    ...{ status: 'down', msg: 'Daily: run failed &status=up', ping: '' },
  });
});

test('a heartbeat that the monitor ignores or rejects is not delivered', async () => {
  const config = { url: `${receiver.origin}/hEaRtBeAt` };
  receiver.respondWith((response) => void response.writeHead(200).end('OK (not found)'));
  expect(await ping(config)).toMatchObject({ delivered: false, error: expect.stringContaining('not found') });
  receiver.respondWith((response, { path }) => void response.writeHead(404).end(`unknown ${path}`));
  const { path: _, ...rejected } = await ping(config, { outcome: 'failed' });
  expect(rejected).toMatchObject({ delivered: false, status: 404 });
  expect(JSON.stringify(rejected)).not.toContain('hEaRtBeAt');
});

test('a message that only some services of Apprise accept is not sent again', async () => {
  const { apprise } = destinationKinds;
  const config = { url: `${receiver.origin}/notify/key` };
  const respond = (log: string) => receiver.respondWith((response) => void response.writeHead(424).end(log));
  respond('2026-11-28 09:00:00 - INFO - Sent Slack notification.\n - WARNING - Failed to send to ntfy');
  const partial = await apprise.send(messageOf(), config, { client, now });
  expect(partial).toMatchObject({ delivered: false, status: 424, isFinal: true, text: false });
  expect(partial.error).toMatch(/Others have received it/);
  respond(' - WARNING - Failed to send to ntfy');
  const none = await apprise.send(messageOf(), config, { client, now });
  expect(none).toMatchObject({
    delivered: false,
    isFinal: false,
    error: expect.stringMatching(/message\.$/),
  });
});

const posted = async (message: AlertMessage): Promise<PostedAlert[]> => {
  const sent = await destinationKinds.alertmanager.send(message, { url: receiver.origin }, { client, now });
  expect(sent).toMatchObject({ delivered: true });
  return JSON.parse(receiver.received.at(-1)!.body.toString());
};

test('the alert of a failure fires until the item recovers, and its labels do not change', async () => {
  const itemAlert = async (data: Record<string, unknown>) => {
    const type = String(data.type);
    const items = [itemOf('https://example.com/', { text: `Text of ${type}`, data: { itemId: 7, ...data } })];
    const alerts = await posted(messageOf({ type, items }));
    expect(alerts).toHaveLength(1);
    return { ...alerts[0]!, hours: (Date.parse(alerts[0]!.endsAt) - now.getTime()) / 3_600_000 };
  };
  const failed = await itemAlert({ type: 'screenshot.failed' });
  const recovered = await itemAlert({ type: 'screenshot.recovered' });
  const labels = { alertname: 'ShotclockScreenshotFailed', url: 'https://example.com/', item: '7' };
  expect([failed.labels, recovered.labels]).toEqual([labels, labels]);
  expect([failed.hours, recovered.hours]).toEqual([30 * 24, 0]);

  const blank = await itemAlert({ type: 'page.state_changed', state: 'blank' });
  const content = await itemAlert({ type: 'page.state_changed', state: 'content' });
  expect(blank.labels).toEqual(content.labels);
  expect([blank.hours, content.hours]).toEqual([30 * 24, 0]);
  const changed = await itemAlert({ type: 'content.changed' });
  expect(changed).toMatchObject({ labels: { alertname: 'ShotclockContentChanged' }, hours: 1 });
});

test('a message about a whole run is an alert of its schedule', async () => {
  const data = { run: { id: 4, scheduleId: 3 } };
  const alerts = await posted(messageOf({ type: 'execution.failed', data }));
  expect(alerts).toMatchObject([{ labels: { alertname: 'ShotclockExecutionFailed', schedule: '3' } }]);
});

test('an inbox has the messages of rules, and no test messages', async () => {
  const send = (message: AlertMessage) => destinationKinds.inbox.send(message, {}, { client, now });
  const items = [itemOf('https://example.com/', { picture: pictureOf('a', png(8, 6)) })];
  expect(await send(messageOf({ items }))).toMatchObject({ delivered: true, text: true, picture: 'LINKED' });
  expect(await send(messageOf({ items, type: 'destination.test' }))).toMatchObject({
    ...{ delivered: true, text: false, picture: 'NOT_SENT' },
  });
  expect(receiver.received).toEqual([]);
});
