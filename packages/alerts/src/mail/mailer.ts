// Sends e-mails through the operator's SMTP server. A connection serves one e-mail, so that a hanging one delays no others.
import { limits } from '@shotclock/contracts';
import nodemailer, { type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { PictureFile } from '../message/alert-message.ts';
import { redact } from '../message/redact.ts';
import { MailError } from './mail-error.ts';

const timeoutMs = limits.alerts.attemptMs;

export type Mail = {
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Pictures that the HTML refers to by `cid:`. */
  pictures: { cid: string; file: PictureFile }[];
  /** Equal for repeated e-mails: letters, digits, dots, hyphens and underscores. */
  id: string;
  date: Date;
};

export type Mailer = {
  /**
   * Sends an e-mail once.
   * @returns the reply of the server, and the addresses that it rejected; at least one was accepted
   * @throws MailError
   */
  send(mail: Mail, signal?: AbortSignal): Promise<{ reply: string; rejected: string[] }>;
};

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with the credentials. With credentials, `smtp://` requires STARTTLS. */
  url: string;
  /** The sender: an address, or a name and an address in angle brackets. */
  from: string;
  /** Receives the reason why the server could not be used, for the operator. */
  onUnavailable?: (reason: string) => void;
};

export function createMailer({ url, from, onUnavailable }: MailerOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const domain = /@([^@>]+)>?$/.exec(from)![1]!;
  const transport = nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && user !== '',
    ...(user === '' ? {} : { auth: { user, pass } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const secrets = secretsOf({ user, pass, host: hostname });
  return {
    async send(mail, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const options = { ...mailOptions(mail, domain), from };
      try {
        const { response, rejected } = await transport.sendMail({
          ...options,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        return { reply: redact(response, secrets), rejected };
      } catch (cause) {
        const error = mailError(cause as NodemailerError, (text) => redact(text, secrets));
        if (error.reply === null) onUnavailable?.(redact((cause as Error).message, secrets));
        throw error;
      }
    },
  };
}

const mailOptions = (
  { to, subject, text, html, pictures, id, date }: Mail,
  domain: string,
): SendMailOptions => ({
  to: to.map((address) => ({ name: '', address })),
  ...{ subject, text, html, date },
  messageId: `<${id}@${domain}>`,
  // RFC 3834: keeps out-of-office messages from being sent to the operator.
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: pictures.map(({ cid, file: { name: filename, contentType, data: content } }) => ({
    ...{ cid, filename, contentType, content },
    contentDisposition: 'inline' as const,
  })),
});

/** What replies of the server must not reveal to users. */
function secretsOf({ user, pass, host }: { user: string; pass: string; host: string }) {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return {
    user,
    pass,
    host,
    user64: base64(user),
    pass64: base64(pass),
    plain: base64(`\0${user}\0${pass}`),
  };
}

/** How a server failed to prove its identity, and what to do; null for other errors. The codes are those of OpenSSL and Node. */
function certificateFault(code = ''): string | null {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'is for another name. The operator must use the name in the certificate in SMTP_URL.';
  if (code === 'CERT_HAS_EXPIRED') return 'has expired. The operator must renew it.';
  return /CERT|UNABLE_TO_VERIFY/.test(code)
    ? `is not trusted (${code}). The operator must set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority.`
    : null;
}

/** Users see the error, so it describes a connection only in general terms. */
function mailError(error: NodemailerError, clean: (text: string) => string): MailError {
  const { code, response, originalCode } = error;
  const remedy = 'The operator must check SMTP_URL.';
  const fault = certificateFault(originalCode);
  if (fault !== null) return new MailError(`The certificate of the mail server ${fault}`, { cause: error });
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new MailError(`The mail server rejected the login. ${remedy}`, { cause: error });
  if (code === 'EABORT' || code === 'ETIMEDOUT')
    return new MailError(`The mail server did not respond within ${timeoutMs / 1_000} s.`, { cause: error });
  if (code === 'ETLS')
    return new MailError(`The mail server offers no valid encryption. ${remedy}`, { cause: error });
  const replyCode = error.responseCode ?? error.rejectedErrors?.[0]?.responseCode;
  if (replyCode === undefined || response === undefined)
    return new MailError(`The mail server cannot be reached. ${remedy}`, { cause: error });
  return new MailError(`The mail server responded with ${replyCode}.`, {
    cause: error,
    reply: clean(response),
    // RFC 5321, section 4.2.1. 503 is about the connection, not about the e-mail.
    permanent: replyCode >= 500 && replyCode !== 503,
  });
}
