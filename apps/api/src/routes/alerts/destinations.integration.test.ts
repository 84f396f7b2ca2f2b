import { randomBytes } from 'node:crypto';
import type {
  Destination,
  DestinationKindName,
  DestinationTest,
  DestinationWithSecret,
  Page,
} from '@shotclock/contracts';
import { createConfiguredMailer } from '@shotclock/core';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { createSealer } from '@shotclock/sealing';
import { startMailServer, startReceiver } from '@shotclock/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { createTestApi, expectProblem, origin, type TestResponse } from '../../test-api.fixture.ts';

const receiver = await startReceiver();
const alertAllow = parseEgressAllow(`127.0.0.1:${receiver.port}`);
const api = await createTestApi({ alertAllow });
const mailServer = await startMailServer();
api.context.alerting = {
  ...api.context.alerting,
  client: createOutboundClient({ allow: alertAllow }),
  mailer: createConfiguredMailer(
    { smtpUrl: mailServer.url, alertFrom: 'alerts@shots.example' },
    { warn: () => undefined },
  ),
};
afterAll(async () => {
  await api.close();
  await receiver.close();
  await mailServer.close();
});

const destinationsPath = '/api/v1/destinations';
const config = { url: `${receiver.origin}/hooks/T0secretpath?token=abcdef123` };
const create = (body: object = {}, headers = {}): Promise<TestResponse<DestinationWithSecret>> =>
  api.send('POST', destinationsPath, { name: 'On call', kind: 'webhook', config, ...body }, headers);
const pathOf = ({ id }: { id: number }) => `${destinationsPath}/${id}`;
const sendTest = (to: { id: number }) => api.send<DestinationTest>('POST', `${pathOf(to)}/test`);
const rotate = (one: { id: number }, headers = {}) =>
  api.send<DestinationWithSecret>('POST', `${pathOf(one)}/rotate-secret`, undefined, headers);
const verify = (secret: string) => {
  const { body, headers } = receiver.received.at(-1)!;
  return new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
};

test('a destination is created with a secret, and shows only the origin of its address', async () => {
  const headers = { 'idempotency-key': 'created' };
  const created = await create({}, headers);
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe(`${origin}${pathOf(created.body)}`);
  const { secret, ...rest } = created.body;
  expect(rest).toMatchObject({
    ...{ name: 'On call', kind: 'webhook', origin: receiver.origin, status: 'ACTIVE' },
    ...{ disabledReason: null, failingSince: null, lastSuccessAt: null },
  });
  expect((await create({}, headers)).body).toEqual({ ...rest, secret: null });
  expect((await api.send('GET', pathOf(rest))).body).toEqual(rest);
  const own = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`;
  expect((await create({ config: { ...config, secret: own } })).body.secret).toBeNull();
  const { body: list } = await api.send<Page<Destination>>('GET', `${destinationsPath}?sort=name`);
  expect(list.content).toContainEqual(rest);

  const tables = await api.context.db.orm.execute(
    `select query_to_xml('select * from ' || quote_ident(t), true, true, '')::text as text
     from unnest(array['destinations', 'idempotency_keys', 'audit_log']) t`,
  );
  const stored = JSON.stringify(tables);
  expect(stored).toContain('On call');
  for (const hidden of [secret!, own, 'T0secretpath', 'abcdef123']) expect(stored).not.toContain(hidden);
});

test('rejects addresses and fields that the kind does not permit', async () => {
  const { body: existing } = await create();
  const errorsOf = async (given: object) => {
    const { errors } = expectProblem(await create({ config: given }), 'validation_failed');
    return errors!.map(({ path, code }) => `${path} ${code}`);
  };
  expect(await errorsOf({})).toEqual(['/config/url required']);
  expect(await errorsOf({ url: 'https://example.com/', topic: 'x' })).toEqual([
    '/config/topic unknown_field',
  ]);
  for (const secret of ['secret', 'whsec_AAAA', `whsec_${btoa('x'.repeat(65))}`, `whsec_${'A'.repeat(33)}`])
    expect(await errorsOf({ ...config, secret })).toEqual(['/config/secret invalid_text']);
  for (const url of [
    'http://10.0.0.1/',
    'http://127.0.0.1:1/',
    'http://localhost/',
    'ftp://example.com/',
    'x',
  ])
    expect(await errorsOf({ url }), url).toEqual(['/config/url address_not_allowed']);
  const update = await api.send('PATCH', pathOf(existing), { config: { url: 'http://10.0.0.1/' } });
  expect(expectProblem(update, 'validation_failed').detail).toContain('ALERT_ALLOW');
});

const whsec = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`;
const bot = { token: `1:${'x'.repeat(35)}`, chat: '@channel' };
/** Valid fields of each kind, and invalid ones. */
const kinds: Record<DestinationKindName, { valid: Record<string, string>; invalid: Record<string, string> }> =
  {
    inbox: { valid: {}, invalid: {} },
    webhook: { valid: { url: 'https://example.com/', secret: whsec }, invalid: { secret: 'whsec_' } },
    email: {
      valid: { to: 'a@shots.example, B.c+d@example.org' },
      invalid: { to: 'a@shots.example, b@exa mple.org' },
    },
    discord: {
      valid: { url: 'https://example.com/api/webhooks/1/x-_' },
      invalid: { url: 'https://example.com/api/webhooks/1/x/slack' },
    },
    telegram: {
      valid: { ...bot, server: 'https://example.com/' },
      invalid: { token: '1:x/../y', chat: 'channel' },
    },
    slack: {
      valid: {
        ...{ token: 'xoxb-x', channel: 'C0123' },
        ...{ server: 'https://example.com', url: 'https://example.com/' },
      },
      invalid: { channel: '#general' },
    },
    teams: { valid: { url: 'https://example.com/' }, invalid: { url: '' } },
    apprise: {
      valid: { url: 'https://example.com/notify/key' },
      invalid: { url: 'https://example.com/key' },
    },
    alertmanager: { valid: { url: 'https://example.com/', token: 'x' }, invalid: { token: ' ' } },
    heartbeat: {
      valid: { url: 'https://example.com/', failureUrl: 'https://example.com/fail' },
      invalid: { failureUrl: '' },
    },
    ntfy: {
      valid: { url: 'https://example.com/topic', token: 'tk_x' },
      invalid: { url: 'https://example.com/', token: 'x\r\ny: z' },
    },
  };

const privateHosts = [
  ...['127.0.0.1', '2130706433', '0177.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'],
  ...['169.254.169.254', '10.0.0.1'],
];

test.each(Object.entries(kinds))(
  '%s: wrong fields and private addresses are rejected',
  async (kind, fields) => {
    const errorsOf = async (given: object) => {
      const { errors } = expectProblem(await create({ kind, config: given }), 'validation_failed');
      return errors!.map(({ path, code }) => `${path} ${code}`);
    };
    expect((await create({ kind, config: fields.valid })).status).toBe(201);
    for (const [field, value] of Object.entries(fields.invalid))
      expect(await errorsOf({ ...fields.valid, [field]: value })).toEqual([
        expect.stringMatching(`^/config/${field} (invalid_text|pattern|too_short)$`),
      ]);
    for (const [field, value] of Object.entries(fields.valid).filter(([, one]) => one.startsWith('http'))) {
      const errors = [`/config/${field} address_not_allowed`];
      for (const host of privateHosts) {
        const address = value.replace('https://example.com', `http://${host}`);
        expect(await errorsOf({ ...fields.valid, [field]: address }), host).toEqual(errors);
      }
    }
  },
);

test('a test message arrives signed, and its result says what the receiver responded', async () => {
  await api.createScreenshot();
  await api.work();
  const { body: destination } = await create();
  receiver.respondWith((response, { path }) => void response.writeHead(202).end(`got ${path}`));
  const { status, body } = await sendTest(destination);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ delivered: true, status: 202, error: null, response: 'got …', text: true, picture: 'LINKED' },
    durationMs: expect.any(Number),
  });
  expect(verify(destination.secret!)).toMatchObject({
    type: 'destination.test',
    data: { items: [{ picture: { url: expect.stringContaining('/image') } }] },
  });

  receiver.respondWith((response) => void response.writeHead(410).end());
  expect((await sendTest(destination)).body).toMatchObject({ delivered: false, status: 410, text: false });
  const { secret: _, ...rest } = destination;
  expect((await api.send('GET', pathOf(destination))).body).toEqual(rest);
});

test('a rotated secret and its predecessor are both valid', async () => {
  const { body: destination } = await create();
  const headers = { 'idempotency-key': 'rotated' };
  const { body: rotated } = await rotate(destination, headers);
  expect((await rotate(destination, headers)).body).toEqual({ ...rotated, secret: null });
  receiver.respondWith((response) => void response.writeHead(204).end());
  await sendTest(destination);
  for (const secret of [destination.secret!, rotated.secret!])
    expect(verify(secret)).toMatchObject({ type: 'destination.test' });
  expectProblem(await rotate(destination), 'conflict');
});

test('PATCH changes the given fields, and If-Match prevents lost updates', async () => {
  const { body: destination } = await create();
  const { headers } = await api.send('GET', pathOf(destination));
  const update = (body: object, match = {}) =>
    api.send<Destination>('PATCH', pathOf(destination), body, match);
  const current = { 'if-match': String(headers.etag) };
  const disabled = await update({ status: 'DISABLED', name: 'Nights' }, current);
  expect(disabled.body).toMatchObject({ status: 'DISABLED', disabledReason: 'REQUESTED', name: 'Nights' });
  expectProblem(await update({ name: 'Days' }, current), 'precondition_failed');
  expectProblem(await api.send('DELETE', pathOf(destination), undefined, current), 'precondition_failed');

  // The secret remains when only the address changes.
  const moved = await update({ status: 'ACTIVE', config: { url: `${receiver.origin}/moved` } });
  expect(moved.body).toMatchObject({ status: 'ACTIVE', disabledReason: null });
  await sendTest(destination);
  expect(receiver.received.at(-1)!.path).toBe('/moved');
  expect(verify(destination.secret!)).toMatchObject({ type: 'destination.test' });
  const unchanged = await update({ name: 'Nights', config: { url: `${receiver.origin}/moved` } });
  expect(unchanged.body).toEqual(moved.body);

  expect((await api.send('DELETE', pathOf(destination))).status).toBe(204);
  expectProblem(await sendTest(destination), 'not_found');
});

test('e-mails are sent through the configured server; without one, e-mail destinations are refused', async () => {
  const onCall = { kind: 'email', config: { to: 'on-call@example.com' } };
  const { body: destination } = await create(onCall);
  expect(destination).toMatchObject({ kind: 'email', origin: null, secret: null });
  expect((await sendTest(destination)).body).toMatchObject({ delivered: true, text: true });
  expect(mailServer.received[0]).toMatchObject({
    subject: 'Test message from Shotclock',
    to: { text: 'on-call@example.com' },
    from: { text: 'alerts@shots.example' },
  });
  const eleven = Array.from({ length: 11 }, (_, n) => `${n}@example.com`).join();
  expectProblem(await create({ ...onCall, config: { to: eleven } }), 'validation_failed');

  const { alerting } = api.context;
  api.context.alerting = {
    ...alerting,
    mailer: createConfiguredMailer({ smtpUrl: null, alertFrom: null }, console),
  };
  expect(expectProblem(await create(onCall), 'conflict').detail).toContain('SMTP_URL');
  expect((await sendTest(destination)).body).toMatchObject({
    delivered: false,
    error: expect.stringContaining('SMTP_URL'),
  });
  api.context.alerting = alerting;
});

test('without a key for secrets, only requests that need one return 409 with the remedy', async () => {
  const { body: destination } = await create();
  const { alerting } = api.context;
  api.context.alerting = { ...alerting, sealer: null };
  for (const refused of [await create(), await sendTest(destination), await rotate(destination)])
    expect(expectProblem(refused, 'conflict').detail).toContain('SECRETS_KEYS');
  expect((await api.send('PATCH', pathOf(destination), { name: 'x' })).status).toBe(200);

  // A sealed configuration cannot be opened with another key or in another row.
  api.context.alerting = { ...alerting, sealer: createSealer([randomBytes(32)]) };
  expect(expectProblem(await sendTest(destination), 'conflict').detail).toContain('SECRETS_KEYS');
  api.context.alerting = alerting;
  const { body: copy } = await create();
  await api.context.db.orm.execute(
    `update destinations set sealed_config = (select sealed_config from destinations where id = ${destination.id}) where id = ${copy.id}`,
  );
  expect(expectProblem(await sendTest(copy), 'conflict').detail).toContain('copied');
  expect((await api.send('DELETE', pathOf(destination))).status).toBe(204);
});

test('an account can have at most 100 destinations', async () => {
  const { db, accountId } = api.context;
  await db.orm.execute(
    `insert into destinations (account_id, name, kind, sealed_config)
     select ${accountId}, 'filler', 'webhook', '' from generate_series(1, 99 - (select count(*) from destinations))`,
  );
  const created = await Promise.all([create(), create(), create()]);
  expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const { detail } = expectProblem(created.find(({ status }) => status === 409)!, 'conflict');
  expect(detail).toBe("The account's limit is 100 destinations. Delete a destination first.");
});
