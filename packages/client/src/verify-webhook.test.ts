import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from './verify-webhook.ts';

const secret = `whsec_${Buffer.from('a key of at least 24 bytes').toString('base64')}`;
const body = JSON.stringify({
  type: 'content.changed',
  timestamp: '2026-11-21T09:00:00.000Z',
  data: { é: 1 },
});

function signed(at = new Date(), key = secret) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign('msg_1', at, body),
  };
}

test('returns a message that another implementation of Standard Webhooks has signed', async () => {
  const headers = signed();
  for (const form of [headers, new Headers(headers), { 'Webhook-Id': ['msg_1'], ...headers }])
    expect(await verifyWebhook({ body, headers: form, secret })).toEqual(JSON.parse(body));
  expect(await verifyWebhook({ body: Buffer.from(body), headers, secret })).toEqual(JSON.parse(body));
  const rotated = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` };
  expect(await verifyWebhook({ body, headers: rotated, secret })).toEqual(JSON.parse(body));
});

test.each([
  ['another body', { body: `${body} ` }],
  ['another secret', { secret: `whsec_${btoa('another key of at least 24 bytes')}` }],
  ['a secret that is not Base64', { secret: 'whsec_*' }],
  ['another ID', { headers: { ...signed(), 'webhook-id': 'msg_2' } }],
  ['no headers', { headers: {} }],
  ['an old message', { headers: signed(new Date(Date.now() - 600_000)) }],
  ['a message from the future', { headers: signed(new Date(Date.now() + 600_000)) }],
  ['a time that is not a number', { headers: { ...signed(), 'webhook-timestamp': 'x' } }],
])('rejects %s', async (_name, change) => {
  await expect(verifyWebhook({ body, headers: signed(), secret, ...change })).rejects.toThrow(
    expect.objectContaining({ name: 'WebhookVerificationError' }),
  );
});
