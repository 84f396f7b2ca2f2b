import { createMailer, type Mailer } from '@shotclock/alerts';
import type { Logger } from '@shotclock/runtime';

/** Sends e-mails through the operator's server; null if the operator has not configured one. */
export function createConfiguredMailer(
  { smtpUrl: url, alertFrom: from }: { smtpUrl: string | null; alertFrom: string | null },
  logger: Pick<Logger, 'warn'>,
): Mailer | null {
  if (url === null || from === null) return null;
  return createMailer({
    ...{ url, from },
    onUnavailable: (reason) => logger.warn({ reason }, 'the mail server cannot be used'),
  });
}
