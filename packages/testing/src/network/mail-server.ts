import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Options = Pick<
  SMTPServerOptions,
  'onAuth' | 'onConnect' | 'onRcptTo' | 'disabledCommands' | 'cert' | 'key'
> & {
  /** The reply to an e-mail: a code of RFC 5321 and a text; null accepts it. */
  reply?: () => { code: number; text: string } | null;
};

/** A local SMTP server that parses and keeps the e-mails it accepts. By default, it offers no encryption and no login. */
export async function startMailServer({ reply = () => null, ...options }: Options = {}) {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...options,
    onData(stream, _session, done) {
      simpleParser(stream, { keepCidLinks: true }).then((mail) => {
        const refusal = reply();
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
        received.push(mail);
        return done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
