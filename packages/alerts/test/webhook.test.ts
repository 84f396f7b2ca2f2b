import { allowNothing, createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { startReceiver } from '@shotclock/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { destinationKinds, testMessage } from '../src/index.ts';
import type { AlertMessage } from '../src/message/alert-message.ts';

const receiver = await startReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respondWith((response) => void response.writeHead(204).end());
});

const { webhook } = destinationKinds;
const client = createOutboundClient({ allow: parseEgressAllow(`127.0.0.1:${receiver.port}`) });
const url = `${receiver.origin}/hooks/T0secretpath?token=abcdef123`;
const { config, secret } = webhook.prepare!({ url });
const link = 'https://shotclock.example/image';
const now = new Date();
const picture = { caption: 'A test picture', link, load: async () => null };
const message = testMessage({ id: 'msg_1', now, destination: { id: 7, name: 'On call' }, picture });
const send = (one: AlertMessage = message, stored = config, at = now) =>
  webhook.send(one, stored, { client, now: at });

const lastRequest = () => {
  const { headers, body } = receiver.received.at(-1)!;
  return { headers: headers as Record<string, string>, body: body.toString() };
};
const verify = (key: string) => new Webhook(key).verify(lastRequest().body, lastRequest().headers);

test('a message is signed according to Standard Webhooks', async () => {
  const outcome = await send();
  expect(outcome).toMatchObject({
    delivered: true,
    status: 204,
    error: null,
    response: '',
    text: true,
    picture: 'LINKED',
  });
  expect(receiver.received[0]).toMatchObject({ method: 'POST', path: '/hooks/T0secretpath?token=abcdef123' });
  expect(lastRequest().headers).toMatchObject({
    'webhook-id': 'msg_1',
    'content-type': 'application/json',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(verify(secret!)).toEqual({
    type: 'destination.test',
    timestamp: now.toISOString(),
    data: {
      title: 'Test message from Shotclock',
      text: 'The destination “On call” receives alerts.',
      link: null,
      remedies: [],
      items: [
        {
          destinationId: 7,
          remedies: [],
          title: 'Picture',
          text: null,
          link: null,
          picture: { url: link, caption: 'A test picture' },
        },
      ],
      more: 0,
    },
  });
  expect(() => verify(webhook.prepare!({ url }).secret!)).toThrow('No matching signature');
});

test('during a rotation, messages have a signature for each secret', async () => {
  const previousEndsAt = new Date(now.getTime() + 60_000);
  const rotated = webhook.rotate!(config, { now, previousEndsAt })!;
  await send(message, rotated.config);
  for (const key of [secret!, rotated.secret!]) expect(verify(key)).toMatchObject({ type: message.type });
  expect(webhook.rotate!(rotated.config, { now, previousEndsAt })).toBeNull();

  await send(message, rotated.config, previousEndsAt);
  expect(verify(rotated.secret!)).toMatchObject({ type: message.type });
  expect(() => verify(secret!)).toThrow('No matching signature');
  const again = { now: previousEndsAt, previousEndsAt: new Date(previousEndsAt.getTime() + 1) };
  expect(webhook.rotate!(rotated.config, again)?.secret).not.toBe(rotated.secret);
});

test('a body stays below 20 kB: items that do not fit are counted', async () => {
  const longPicture = { ...picture, caption: '🙂'.repeat(10), link: `${link}?${'x'.repeat(300)}` };
  const items = Array.from({ length: 20 }, (_, n) => ({
    title: `${n} ${'🙂'.repeat(600)}`,
    text: null,
    link: `https://example.com/${'y'.repeat(2_000)}`,
    picture: longPicture,
    data: { itemId: n },
  }));
  await send({ ...message, title: 'x'.repeat(5_000), items, more: 17 });
  expect(lastRequest().body.length).toBeGreaterThan(10_000);
  expect(receiver.received[0]!.body.length).toBeLessThan(20_000);
  const { data } = verify(secret!) as { data: { title: string; items: { itemId: number }[]; more: number } };
  expect(data.title).toHaveLength(1_000);
  expect(data.items.map(({ itemId }) => itemId)).toEqual(data.items.map((_, n) => n));
  expect(data.items.length + data.more).toBe(37);

  await send({ ...message, items: items.map((item) => ({ ...item, title: 'x', link: null })) });
  const sent = verify(secret!) as { data: { items: { picture: unknown }[] } };
  expect(sent.data.items.map((item) => item.picture !== null)).toEqual(items.map((_, n) => n < 5));
});

test('a result says why a message did not arrive, without the address or a secret', async () => {
  receiver.respondWith((response, { path, headers }) => {
    response.writeHead(500, { 'retry-after': '120' });
    response.end(`\0${path} ${secret} ${headers['webhook-id']} ${'x'.repeat(3_000)}`);
  });
  const failed = await send();
  expect(failed).toMatchObject({ delivered: false, status: 500, retryAfterSeconds: 120 });
  expect(failed).toMatchObject({
    error: 'The receiver responded with 500.',
    text: false,
    picture: 'NOT_SENT',
  });
  expect(failed.response).toMatch(/^… … msg_1 x+$/);
  expect(failed.response!.length).toBeLessThanOrEqual(1_000);

  receiver.respondWith((response) => void response.writeHead(302, { location: receiver.origin }).end());
  expect((await send()).error).toContain('redirected with 302');
  expect(receiver.received).toHaveLength(2);

  const refused = await webhook.send(message, config, {
    client: createOutboundClient({ allow: allowNothing }),
    now,
  });
  expect(refused).toMatchObject({ delivered: false, status: null, response: null });
  expect(refused.error).toContain('ALERT_ALLOW');
  expect(receiver.received).toHaveLength(2);

  receiver.respondWith((response) => void response.destroy());
  const lost = await send();
  expect(lost).toMatchObject({ delivered: false, status: null });
  for (const { error } of [refused, lost]) expect(error).not.toMatch(/T0secretpath|abcdef123|whsec/);
});
