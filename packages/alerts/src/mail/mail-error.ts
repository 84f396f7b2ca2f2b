/** The mail server did not accept an e-mail. The message contains neither addresses nor credentials. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** The reply of the server to the e-mail, without credentials; null if there was none. */
  readonly reply: string | null;
  /** Whether the server would reject the same e-mail again. */
  readonly permanent: boolean;

  constructor(
    message: string,
    {
      cause,
      reply = null,
      permanent = false,
    }: { cause: unknown; reply?: string | null; permanent?: boolean },
  ) {
    super(message, { cause });
    this.reply = reply;
    this.permanent = permanent;
  }
}
