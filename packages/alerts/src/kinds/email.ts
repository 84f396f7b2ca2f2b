// An e-mail through the operator's SMTP server. Pictures are attachments that the HTML shows by their content IDs, because many
// clients do not show `data:` images.
import { limits } from '@shotclock/contracts';
import { MailError } from '../mail/mail-error.ts';
import { mailHtml } from '../mail/mail-html.ts';
import { mailText } from '../mail/mail-text.ts';
import type { Mail } from '../mail/mailer.ts';
import type { AlertItem, AlertMessage } from '../message/alert-message.ts';
import { cleanLine } from '../message/clean-text.ts';
import { fitMessage, fitsBytes, shorten } from '../message/fit-message.ts';
import { linkedPictures, loadPictures, picturesOf } from '../message/pictures.ts';
import { redact } from '../message/redact.ts';
import type { DestinationKind } from './destination-kind.ts';
import type { SendOutcome } from './send-outcome.ts';

/** Gmail hides what follows after 102 kB. */
const maxHtmlBytes = 90_000;
const maxSubject = 200;

export const email: DestinationKind = {
  origin: () => null,
  needsMailer: true,

  async send(message, { to }, { mailer, now, signal }) {
    if (!mailer)
      return failed('The server cannot send e-mails. The operator must set SMTP_URL and ALERT_FROM.');
    const addresses = to!.split(',').map((address) => address.trim());
    const clean = (text: string) => firstBytes(redact(text, Object.fromEntries(addresses.entries())));
    const mail = await renderMail(message, { to: addresses, date: now });
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const { reply, rejected } = await mailer.send(mail, signal);
      const note =
        rejected.length > 0 ? ` (${rejected.length} of ${addresses.length} addresses rejected)` : '';
      const picture = mail.pictures.length > 0 ? 'UPLOADED' : linkedPictures(message);
      return {
        ...{ delivered: true, status: null, error: null, response: clean(reply + note) },
        ...{ retryAfterSeconds: null, durationMs: durationMs(), text: true, picture },
      };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const { message: text, reply, permanent } = error;
      return {
        ...failed(text),
        ...{ response: reply && clean(reply), durationMs: durationMs(), isFinal: permanent },
      };
    }
  },
};

const failed = (error: string): SendOutcome => ({
  ...{ delivered: false, status: null, error, response: null, retryAfterSeconds: null },
  ...{ durationMs: 0, text: false, picture: 'NOT_SENT' },
});

const firstBytes = (text: string) =>
  Buffer.from(text).subarray(0, limits.alerts.responseBytes).toString('utf8');

async function renderMail(message: AlertMessage, { to, date }: Pick<Mail, 'to' | 'date'>): Promise<Mail> {
  const { id, createdAt } = message;
  // Installations may have the same sender and equal delivery IDs.
  const mailId = `${id}.${createdAt.getTime()}`;
  const loaded = await loadPictures(picturesOf(message));
  const pictures = loaded.map(({ file }, n) => ({ cid: `picture-${n + 1}.${mailId}`, file }));
  const cidOf = ({ picture }: AlertItem) => {
    const index = loaded.findIndex((one) => one.picture === picture);
    return index < 0 ? null : pictures[index]!.cid;
  };
  return {
    ...{ to, date, pictures, id: mailId },
    subject: shorten(cleanLine(message.title), maxSubject),
    text: fitMessage(message, mailText, fitsBytes(maxHtmlBytes)),
    html: fitMessage(message, (short) => mailHtml(short, cidOf), fitsBytes(maxHtmlBytes)),
  };
}
