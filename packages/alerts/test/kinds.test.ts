import type { DestinationKindName } from '@shotclock/contracts';
import { allowNothing, createOutboundClient, parseEgressAllow } from '@shotclock/egress';
import { beforeEach, describe, expect, test } from 'vitest';
import { destinationKinds } from '../src/index.ts';
import type { AlertMessage } from '../src/message/alert-message.ts';
import { itemOf, messageOf, pictureOf, png } from './messages.fixture.ts';
import { alertmanagerService } from './services/alertmanager.fixture.ts';
import { appriseService } from './services/apprise.fixture.ts';
import { discordService } from './services/discord.fixture.ts';
import { ntfyService } from './services/ntfy.fixture.ts';
import { startService, type TestService } from './services/service.fixture.ts';
import { slackHookService, slackService } from './services/slack.fixture.ts';
import { teamsService } from './services/teams.fixture.ts';
import { telegramService } from './services/telegram.fixture.ts';

const services: [name: string, kind: DestinationKindName, create: (origin: string) => TestService][] = [
  ['slack', 'slack', slackService],
  ['slack with an incoming webhook', 'slack', slackHookService],
  ['discord', 'discord', discordService],
  ['teams', 'teams', teamsService],
  ['telegram', 'telegram', telegramService],
  ['ntfy', 'ntfy', ntfyService],
  ['apprise', 'apprise', appriseService],
  ['alertmanager', 'alertmanager', alertmanagerService],
];

describe.each(services)('%s', (_, name, create) => {
  const kind = destinationKinds[name];
  let service: Awaited<ReturnType<typeof startService>>;
  beforeEach(async () => {
    service = await startService(create);
    return () => service.receiver.close();
  });
  const send = (
    message: AlertMessage,
    { allow = `127.0.0.1:${service.receiver.port}`, timeoutMs = 9_000 } = {},
  ) => {
    const client = createOutboundClient({ allow: allow ? parseEgressAllow(allow) : allowNothing });
    return kind.send(message, service.config, { client, now: new Date(), timeoutMs });
  };
  const file = png(800, 600);
  const withPicture = messageOf({
    items: [itemOf('https://example.com/', { picture: pictureOf('a', file) })],
  });

  test('delivers the text and the picture', async () => {
    const outcome = await send(withPicture);
    const picture = service.uploads ? 'UPLOADED' : 'LINKED';
    expect(outcome).toMatchObject({ delivered: true, error: null, text: true, picture });
    expect(service.seen).toHaveLength(1);
    const [{ text, files, links }] = service.seen as [(typeof service.seen)[number]];
    for (const part of ['Daily: 1 change', '7 of 7 items', 'https://example.com/'])
      expect(text).toContain(part);
    expect(`${text} ${links}`).toContain('https://shotclock.example/executions/4');
    expect(files).toEqual(service.uploads ? [file] : []);
  });

  test('links to a picture that no longer exists or that the service rejects', async () => {
    const gone = messageOf({ items: [itemOf('x', { picture: pictureOf('gone', null) })] });
    expect(await send(gone)).toMatchObject({ delivered: true, picture: 'LINKED' });
    expect(service.seen.at(-1)!.links).toContain(
      'https://shotclock.example/files/gone?signature=x&expires=1',
    );
    expect(await send(messageOf())).toMatchObject({ delivered: true, picture: 'NOT_SENT' });
    if (!service.fileRejected) return;

    const { fileRejected } = service;
    const isUpload = (body: Buffer) => body.includes(file);
    service.respond((request) => (isUpload(request.body) ? fileRejected : service.answer(request)));
    expect(await send(withPicture)).toMatchObject({ delivered: true, text: true, picture: 'LINKED' });
    expect(service.seen.at(-1)!.files).toEqual([]);
    expect(service.seen.at(-1)!.links).toContain('https://shotclock.example/files/a?signature=x&expires=1');
  });

  test('offers remedies, and omits them before items', async () => {
    const remedy = (name: string) => ({
      ...{ name, title: 'Ignore this' },
      url: `https://shotclock.example/remedies/${name}?signature=${'x'.repeat(200)}`,
    });
    const item = itemOf('https://example.com/', { remedies: [remedy('item')] });
    const message = messageOf({ items: [item], remedies: [remedy('message')] });
    for (const picture of [null, pictureOf('a', file)]) {
      await send({ ...message, items: [{ ...item, picture }] });
      const { links } = service.seen.at(-1)!;
      const offered = links
        .filter((link) => link.includes('/remedies/'))
        .map((link) => new URL(link).pathname);
      expect(offered.toSorted()).toEqual(
        name === 'alertmanager' ? [] : ['/remedies/item', '/remedies/message'],
      );
    }

    const items = Array.from({ length: 20 }, (_, n) =>
      itemOf(`https://${n}.example/`, { text: null, link: null, remedies: [remedy('a'), remedy('b')] }),
    );
    expect(await send(messageOf({ items }))).toMatchObject({ delivered: true });
    expect(service.seen.at(-1)!.text).toContain('https://19.example/');
  });

  test('shortens a message that is too long for the service', async () => {
    const long = '🙂<&>*_`[]()\\"'.repeat(200);
    for (const pictures of [0, 1, 5]) {
      const items = Array.from({ length: 20 }, (_, n) =>
        itemOf(`${n}${long}`, {
          text: long,
          picture: n >= 20 - pictures ? pictureOf(String(n), file) : null,
        }),
      );
      const outcome = await send(messageOf({ title: long, text: long, items, more: 17 }));
      expect(outcome).toMatchObject({ delivered: true, error: null });
      if (pictures > 0) expect(outcome.picture).toBe(service.uploads ? 'UPLOADED' : 'LINKED');
      const { text } = service.seen.at(-1)!;
      const shown = items.filter((_, n) => new RegExp(`(^|[^\\d])${n}🙂`, 'u').test(text)).length;
      expect(text).toContain(`and ${17 + 20 - shown} more`);
      expect(text).not.toMatch(/\p{Cs}/u);
    }
  });

  test.each([
    'https://example.com/@everyone/@here/<@123456>/<!channel>/<!here>/<@U012AB3CD>',
    '[log in](https://evil.example/) **bold** <https://evil.example/|log in> `code` ~~x~~ ||y|| # h - l > q',
    '<a href="https://evil.example/">log in</a> &lt;b&gt; <img src=x> @some_user /start',
    '"}],"content":"@everyone" \\"',
    'https://example.com/x_y_z?a=1&b=2#c)(d',
    '=?UTF-8?Q?=40everyone?= \\@everyone \\',
  ])('shows %s as it is', async (hostile) => {
    const items = [
      itemOf(hostile, { text: hostile, picture: pictureOf('a', file) }),
      itemOf(hostile, { link: null }),
    ];
    const outcome = await send(messageOf({ title: hostile, text: hostile, items }));
    expect(outcome).toMatchObject({ delivered: true });
    const { text, links, mentions } = service.seen[0]!;
    expect(text.split(hostile).length - 1).toBeGreaterThanOrEqual(3);
    expect(mentions).toEqual([]);
    expect(links.filter((link) => !link.startsWith('https://shotclock.example/'))).toEqual([]);
  });

  test('removes control characters, so that texts add neither headers nor lines', async () => {
    const hostile = 'first\r\nX-Injected: yes\0\u001b[31m\u202egnp.exe\ud800';
    const items = [itemOf(hostile, { picture: pictureOf('a', file) })];
    expect(await send(messageOf({ title: hostile, items }))).toMatchObject({ delivered: true });
    expect(service.seen[0]!.text).toContain('first X-Injected: yes [31m gnp.exe');
    expect(service.receiver.received[0]!.headers).not.toHaveProperty('x-injected');
  });

  test('reports why a message was not delivered, without secrets', async () => {
    const outcomes = [];
    service.respond(({ path, headers, body }) => ({
      status: 500,
      body: `${path} ${JSON.stringify(headers)} ${JSON.stringify(service.config)} ${body.toString('latin1')}`,
    }));
    outcomes.push(await send(withPicture));
    expect(outcomes.at(-1)).toMatchObject({
      delivered: false,
      status: 500,
      text: false,
      picture: 'NOT_SENT',
    });

    service.receiver.received.length = 0;
    service.respond(() => service.tooManyRequests);
    outcomes.push(await send(withPicture));
    expect(outcomes.at(-1)).toMatchObject({ delivered: false, retryAfterSeconds: 7 });
    expect(service.receiver.received).toHaveLength(1);

    service.receiver.received.length = 0;
    const location = `${service.receiver.origin}/elsewhere`;
    service.respond(() => ({ status: 302, headers: { location } }));
    outcomes.push(await send(withPicture));
    expect(outcomes.at(-1)).toMatchObject({ delivered: false, error: expect.stringContaining('redirected') });
    expect(service.receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');

    service.respond(() => new Promise(() => {}));
    outcomes.push(await send(withPicture, { timeoutMs: 300 }));
    expect(outcomes.at(-1)).toMatchObject({
      delivered: false,
      error: expect.stringContaining('did not respond'),
    });

    for (const secret of service.secrets) expect(JSON.stringify(outcomes)).not.toContain(secret);
    expect(service.seen).toEqual([]);
  });

  test('does not connect to a private address', async () => {
    const refused = await send(withPicture, { allow: '' });
    expect(refused).toMatchObject({ delivered: false, error: expect.stringContaining('ALERT_ALLOW') });
    for (const secret of service.secrets) expect(JSON.stringify(refused)).not.toContain(secret);
    expect(service.receiver.received).toEqual([]);
  });
});
