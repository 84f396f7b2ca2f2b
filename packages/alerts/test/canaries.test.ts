// Attacks by receivers and by addresses, on all kinds of destinations and all their fields.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { destinationKindNames, destinationKindRow } from '@shotclock/contracts';
import { createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import {
  type Canaries,
  type ReceivedRequest,
  startCanaries,
  startMailServer,
  startReceiver,
} from '@shotclock/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailer, destinationKinds } from '../src/index.ts';
import type { Mailer } from '../src/mail/mailer.ts';
import { type CanaryConfig, canaryConfigs, isAddressField } from './canary-configs.fixture.ts';
import { itemOf, messageOf, pictureOf, png } from './messages.fixture.ts';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Respond = Parameters<Receiver['respondWith']>[0];
type Client = ReturnType<typeof createOutboundClient>;

const picture = pictureOf('a', png(800, 600));
/** A successful and a failed run, which some kinds send to different addresses. */
const messages = (['ok', 'failed'] as const).map((outcome) =>
  messageOf({ outcome, items: [itemOf('https://example.com/', { picture })] }),
);
async function sendAll({ kind, config }: CanaryConfig, client: Client, mailer: Mailer | null = null) {
  const outcomes = [];
  for (const message of messages)
    outcomes.push(
      await destinationKinds[kind].send(message, config, {
        ...{ client, mailer, now: new Date(), timeoutMs: 300 },
      }),
    );
  return outcomes;
}
const addressFields = destinationKindNames.flatMap((kind) =>
  Object.keys(destinationKindRow(kind).fields)
    .filter(isAddressField)
    .map((field) => ({ kind, field })),
);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(() => receiver.close());
const allowReceiver = (options: Partial<Parameters<typeof createOutboundClient>[0]> = {}) =>
  createOutboundClient({ allow: parseEgressAllow(`127.0.0.1:${receiver.port}`), ...options });

test('every field with the example of an address is one', () => {
  const addresses = destinationKindNames.flatMap((kind) =>
    Object.entries(destinationKindRow(kind).fields)
      .filter(([, { examples = [] }]) => examples.some((one: string) => /^https?:/.test(one)))
      .map(([field]) => field),
  );
  expect(addresses.filter((field) => !isAddressField(field))).toEqual([]);
});

describe('a receiver does not learn secrets from results', () => {
  /** What the receiver learns, in the encodings of web frameworks, and in the fields that kinds read. */
  function echo({ path, headers, body }: ReceivedRequest, { config, repeated }: CanaryConfig): string {
    const [first, last] = [repeated[0], repeated.at(-1)];
    return JSON.stringify({
      ...{ ok: false, error: last, description: first, message: repeated.join(), retry_after: first },
      received: [path, decodeURIComponent(path), path.split(/[/?&=]/), headers, body.toString('latin1')],
      config,
    });
  }
  const texts = ({ repeated }: CanaryConfig) => `OK (${repeated.join(' ')})`;
  const attacks: Record<string, (one: CanaryConfig) => Respond> = {
    'fails with an echo': (one) => (response, request) => response.writeHead(500).end(echo(request, one)),
    'accepts with an echo': (one) => (response, request) => response.writeHead(200).end(echo(request, one)),
    'accepts with a text': (one) => (response) => response.writeHead(200).end(texts(one)),
    redirects: (one) => (response) => {
      const location = `${receiver.origin}/elsewhere/${one.repeated.map(encodeURIComponent).join('/')}`;
      response.writeHead(307, { location, 'retry-after': one.repeated.join() }).end();
    },
    'never responds': () => () => undefined,
    'breaks the connection': () => (response) => response.destroy(),
  };

  describe.each(destinationKindNames)('%s', (kind) => {
    test.each(Object.keys(attacks))('that %s', async (name) => {
      for (const one of canaryConfigs(kind, receiver.origin)) {
        receiver.respondWith(attacks[name]!(one));
        const said = JSON.stringify(await sendAll(one, allowReceiver()));
        for (const canary of one.canaries) expect(said).not.toContain(canary);
        if (Object.keys(one.config).some(isAddressField)) expect(receiver.received).not.toEqual([]);
      }
      expect(receiver.received.map(({ path }) => path).filter((path) => path.includes('elsewhere'))).toEqual(
        [],
      );
    });
  });

  const mailKinds = destinationKindNames.filter((kind) => destinationKinds[kind].needsMailer);
  test.each(mailKinds)('%s: that is a mail server', async (kind) => {
    for (const one of canaryConfigs(kind, receiver.origin)) {
      const text = `${JSON.stringify(one.config)} ${one.repeated.join(' ')}`;
      const failure = (responseCode: number) => Object.assign(new Error(text), { responseCode });
      const servers = [
        ...[250, 421, 550].map((code) => startMailServer({ reply: () => ({ code, text }) })),
        startMailServer({ onRcptTo: (_, __, done) => done(failure(550)) }),
        startMailServer({ onConnect: (_, done) => done(failure(554)) }),
      ];
      for (const starting of servers) {
        const server = await starting;
        const said: unknown[] = [];
        const onUnavailable = (reason: string) => void said.push(reason);
        const mailer = createMailer({ ...server, from: 'alerts@shots.example', onUnavailable });
        said.push(await sendAll(one, allowReceiver(), mailer));
        for (const canary of one.canaries) expect(JSON.stringify(said)).not.toContain(canary);
        await server.close();
      }
    }
  });
});

describe('addresses that are not public are not reached', () => {
  let canaries: Canaries;
  beforeAll(async () => {
    canaries = await startCanaries(['inside']);
  });
  afterAll(() => canaries.close());

  /** Configurations of a kind in which `field` has another origin. */
  const pointing = (kind: CanaryConfig['kind'], field: string, origin: string) =>
    canaryConfigs(kind, 'http://192.0.2.1').flatMap((one) => {
      const address = one.config[field];
      if (address === undefined) return [];
      const config = { ...one.config, [field]: address.replace('http://192.0.2.1', origin) };
      return [{ ...one, config }];
    });
  const strict = (allow = '') =>
    createOutboundClient({ allow: parseEgressAllow(allow), resolve: async () => ['127.0.0.1'] });
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', 'localhost', 'localhost.'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::127.0.0.1]', '１２７.0.0.1'],
    ...['169.254.169.254', '10.1.2.3', '192.168.0.1', '[fd00::1]', '[fe80::1]', 'loopback.example'],
  ];

  describe.each(addressFields)('$kind: $field', ({ kind, field }) => {
    test('in no notation, and not by a name', async () => {
      for (const host of hosts)
        for (const one of pointing(kind, field, `http://${host}:${canaries.ports.inside}`)) {
          const outcomes = await sendAll(one, strict());
          expect(
            outcomes.map(({ delivered }) => delivered),
            host,
          ).toEqual([false, false]);
          const errors = outcomes.map(({ error }) => error);
          expect(
            errors.every((error) => error!.includes('ALERT_ALLOW')),
            `${host} ${errors}`,
          ).toBe(true);
        }
      expect(canaries.traffic()).toEqual([]);
    });

    test('except with ALERT_ALLOW', async () => {
      receiver.respondWith((response) => response.writeHead(200).end());
      for (const one of pointing(kind, field, receiver.origin))
        await sendAll(one, strict(`127.0.0.1:${receiver.port}`));
      expect(receiver.received).not.toEqual([]);
    });

    test('by a redirect, by an address in a response, or by a name whose address changes', async () => {
      const inside = `http://127.0.0.1:${canaries.ports.inside}/`;
      const body = JSON.stringify({ ok: true, upload_url: inside, file_id: 'F1' });
      receiver.respondWith((response) => response.writeHead(200).end(body));
      for (const one of pointing(kind, field, receiver.origin)) await sendAll(one, allowReceiver());
      receiver.respondWith((response) => response.writeHead(307, { location: inside }).end(body));
      for (const one of pointing(kind, field, receiver.origin)) await sendAll(one, allowReceiver());
      expect(canaries.traffic()).toEqual([]);

      receiver.received.length = 0;
      let connections = 0;
      const other = createServer(() => {
        connections += 1;
      }).listen(receiver.port, '127.0.0.2');
      await once(other, 'listening');
      for (const one of pointing(kind, field, `http://changing.example:${receiver.port}`)) {
        // 127.0.0.1 is allowed and stands for a public address.
        const answers = ['127.0.0.1'];
        await sendAll(one, allowReceiver({ resolve: async () => [answers.shift() ?? '127.0.0.2'] }));
      }
      other.close();
      expect(receiver.received).toHaveLength(1);
      expect(connections).toBe(0);
    });
  });
});
