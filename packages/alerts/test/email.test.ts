import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { allowNothing, createOutboundClient } from '@shotclock/egress';
import { createCertificateAuthority, encodePng, startMailServer } from '@shotclock/testing';
import { afterEach, expect, test } from 'vitest';
import { createMailer, destinationKinds } from '../src/index.ts';
import type { MailerOptions } from '../src/mail/mailer.ts';
import type { AlertMessage } from '../src/message/alert-message.ts';
import { itemOf, messageOf, pictureOf } from './messages.fixture.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;
const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

const { email } = destinationKinds;
const client = createOutboundClient({ allow: allowNothing });
const from = 'Shotclock <alerts@shots.example>';
const config = { to: 'on-call@example.com, Web.Team+alerts@example.org' };
const sendBy = (
  options: Omit<MailerOptions, 'from'>,
  message: AlertMessage = messageOf(),
  signal?: AbortSignal,
) =>
  email.send(message, config, {
    ...{ client, mailer: createMailer({ ...options, from }), now: new Date() },
    ...(signal ? { signal } : {}),
  });

test('an e-mail shows pictures by their content IDs, and hostile texts neither as markup nor as headers', async () => {
  const server = await startServer();
  const hostile = '</title><img src=x onerror="alert(1)"> \'&amp;\r\nBcc: thief@example.net';
  const data = {
    beforeUrl: 'https://shots.example/before?a=1&b="2"',
    afterUrl: 7,
    imageUrl: 'https://shots.example/all',
  };
  const png = encodePng(1, 1, Buffer.alloc(4));
  const items = [
    itemOf(hostile, { text: hostile, picture: pictureOf('lost.png', null), data }),
    ...Array.from({ length: 6 }, (_, n) =>
      itemOf(`https://example.com/${n}`, { picture: pictureOf(`${n}.png`, png) }),
    ),
  ];
  const message = messageOf({ title: `Daily: ${hostile}`, items, more: 37 });
  for (let n = 0; n < 2; n += 1)
    expect(await sendBy(server, message)).toMatchObject({
      ...{
        delivered: true,
        status: null,
        error: null,
        text: true,
        picture: 'UPLOADED',
        retryAfterSeconds: null,
      },
      response: expect.stringMatching(/^250 /),
    });

  const [mail, repeated] = server.received;
  expect(repeated!.messageId).toBe(mail!.messageId);
  expect(mail!.messageId).toBe(`<delivery_1.${message.createdAt.getTime()}@shots.example>`);
  expect(mail!.subject).toMatch(
    /^Daily: <\/title><img src=x onerror="alert\(1\)"> '&amp; Bcc: thief@example.net$/,
  );
  expect(mail!.from!.text).toBe('"Shotclock" <alerts@shots.example>');
  expect(mail!.to).toMatchObject({ text: config.to });
  expect(mail!.headers.has('bcc')).toBe(false);
  expect(mail!.headers.get('auto-submitted')).toBe('auto-generated');

  const html = mail!.html as string;
  expect(
    mail!.attachments.map(({ filename, contentType, related }) => [filename, contentType, related]),
  ).toEqual([0, 1, 2, 3].map((n) => [`${n}.png`, 'image/png', true]));
  for (const { cid, content } of mail!.attachments) {
    expect(html).toContain(`src="cid:${cid}"`);
    expect(content).toEqual(png);
  }
  expect(html).not.toMatch(/<img src=x|<title><|"2"/);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &#39;&amp;amp;');
  expect(html).toContain('href="https://shots.example/before?a=1&amp;b=&quot;2&quot;"');
  expect(html).not.toContain('After');
  expect(mail!.text).toContain(`Daily: </title><img src=x onerror="alert(1)">`);
  expect(mail!.text).toContain(
    'Before: https://shots.example/before?a=1&b="2"\n  Whole page: https://shots.example/all',
  );
  for (const text of [mail!.text, html]) expect(text).toContain('and 37 more');
});

test('an e-mail offers the remedies of its items and of the whole message', async () => {
  const server = await startServer();
  const remedy = (name: string, title: string) => ({
    name,
    title,
    url: `https://shots.example/${name}?a=1&b=2`,
  });
  const ignore = remedy('ignore-region', 'Ignore <this> region');
  const items = [itemOf('https://example.com/', { remedies: [ignore] }), itemOf('https://example.com/2')];
  await sendBy(server, messageOf({ items, remedies: [remedy('pause-schedule', 'Pause the schedule')] }));
  const [mail] = server.received;
  expect(mail!.html).toMatch(
    /href="https:\/\/shots\.example\/ignore-region\?a=1&amp;b=2"[^>]*>Ignore &lt;this&gt; region<\/a>/,
  );
  expect(mail!.html).toMatch(
    /href="https:\/\/shots\.example\/pause-schedule\?a=1&amp;b=2"[^>]*>Pause the schedule<\/a>/,
  );
  expect(mail!.text).toContain('  Ignore <this> region: https://shots.example/ignore-region?a=1&b=2\n');
  expect(mail!.text).toMatch(/\n\nPause the schedule: https:\/\/shots\.example\/pause-schedule\?a=1&b=2\n/);
});

test('a large message remains below the size that Gmail shows', async () => {
  const server = await startServer();
  const items = Array.from({ length: 20 }, (_, n) =>
    itemOf(`${n} ${'<&"'.repeat(400)}`, { text: '>'.repeat(2_000) }),
  );
  expect(await sendBy(server, messageOf({ title: 'x'.repeat(3_000), items }))).toMatchObject({
    picture: 'NOT_SENT',
  });
  const [mail] = server.received;
  expect(Buffer.byteLength(mail!.html as string)).toBeLessThan(102_000);
  expect(mail!.html).toMatch(/and \d+ more/);
  expect(mail!.subject!.length).toBeLessThanOrEqual(200);
});

test('a rejection is temporary or final, and its result contains neither addresses nor credentials', async () => {
  const replies = [
    { code: 451, text: 'on-call@example.com is greylisted' },
    { code: 552, text: 'mailbox of Web.Team+alerts@example.org is full' },
    { code: 503, text: 'bad sequence of commands' },
  ];
  let next = 0;
  const server = await startServer({ reply: () => replies[next++] ?? null });
  const outcomes = [];
  for (const _ of replies) outcomes.push(await sendBy(server));
  expect(outcomes).toMatchObject([
    {
      delivered: false,
      isFinal: false,
      error: 'The mail server responded with 451.',
      response: '451 … is greylisted',
    },
    {
      delivered: false,
      isFinal: true,
      response: '552 mailbox of … is full',
      text: false,
      picture: 'NOT_SENT',
    },
    { delivered: false, isFinal: false, error: 'The mail server responded with 503.' },
  ]);
  expect(server.received).toEqual([]);

  const partial = await startServer({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('on-call') ? Object.assign(new Error('unknown'), { responseCode: 550 }) : null),
  });
  expect(await sendBy(partial)).toMatchObject({
    delivered: true,
    response: expect.stringMatching(/\(1 of 2 addresses rejected\)$/),
  });
  expect(
    await email.send(
      messageOf(),
      { to: 'on-call@example.com' },
      {
        ...{ client, mailer: createMailer({ ...partial, from }), now: new Date() },
      },
    ),
  ).toMatchObject({ delivered: false, isFinal: true, error: 'The mail server responded with 550.' });
});

test('a mail server must prove its name with a trusted certificate', async () => {
  const authority = await createCertificateAuthority();
  const issued = await authority.issue('mail', 'DNS:mail.example,IP:127.0.0.1');
  const [cert, key] = [readFileSync(issued.cert), readFileSync(issued.key)];
  const { url } = await startServer({ disabledCommands: ['AUTH'], cert, key });
  expect((await sendBy({ url })).error).toMatch(
    /^The certificate of the mail server is not trusted \([A-Z_]+\)\. The operator must set NODE_EXTRA_CA_CERTS /,
  );
  const certificates = tls.getCACertificates();
  try {
    tls.setDefaultCACertificates([...certificates, readFileSync(authority.cert, 'utf8')]);
    expect(await sendBy({ url })).toMatchObject({ delivered: true });
    expect((await sendBy({ url: url.replace('127.0.0.1', 'localhost') })).error).toMatch(
      /^The certificate of the mail server is for another name\. .+ SMTP_URL\.$/,
    );
  } finally {
    tls.setDefaultCACertificates(certificates);
  }
});

test('credentials are sent only over TLS, and no result contains them or the address of the server', async () => {
  const reasons: string[] = [];
  const logins: unknown[] = [];
  const onAuth = (auth: { username?: string }, _: unknown, done: (error: Error) => void) => {
    logins.push(auth.username);
    done(new Error(`no ${auth.username}`));
  };
  const plain = await startServer({ disabledCommands: ['STARTTLS'], onAuth });
  const withLogin = (url: string) => url.replace('://', '://operator%40shots:geh%20eim123@');
  const onUnavailable = (reason: string) => void reasons.push(reason);
  const closed = await startServer();
  await servers.pop()!.close();
  const hanging = await startServer({ onConnect: () => undefined });
  const outcomes = [
    await sendBy({ url: withLogin(plain.url), onUnavailable }),
    await sendBy({ url: withLogin(plain.url.replace('smtp:', 'smtps:')), onUnavailable }),
    await sendBy({
      url: withLogin((await startServer({ disabledCommands: [], onAuth })).url),
      onUnavailable,
    }),
    await sendBy({ url: withLogin(closed.url), onUnavailable }),
    await sendBy({ url: hanging.url, onUnavailable }, messageOf(), AbortSignal.timeout(300)),
    await email.send(messageOf(), config, { client, now: new Date() }),
  ];
  const operator = 'The operator must check SMTP_URL.';
  expect(outcomes.map(({ error }) => error)).toEqual([
    `The mail server offers no valid encryption. ${operator}`,
    `The mail server cannot be reached. ${operator}`,
    'The certificate of the mail server has expired. The operator must renew it.',
    `The mail server cannot be reached. ${operator}`,
    'The mail server did not respond within 15 s.',
    'The server cannot send e-mails. The operator must set SMTP_URL and ALERT_FROM.',
  ]);
  expect(outcomes.every((one) => !one.delivered && !one.isFinal && one.response === null)).toBe(true);
  expect(logins).toEqual([]);
  expect(reasons).toHaveLength(5);
  const said = JSON.stringify([outcomes, reasons]);
  for (const secret of ['operator@shots', 'geh eim123', Buffer.from('geh eim123').toString('base64')])
    expect(said).not.toContain(secret);
  expect(JSON.stringify(outcomes)).not.toContain('127.0.0.1');
});
