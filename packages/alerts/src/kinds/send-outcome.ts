/** The result of one attempt to send a message. No field contains the address or a secret of the destination. */
export type SendOutcome = {
  /** Whether the receiver accepted the message (2xx). */
  delivered: boolean;
  /** HTTP status of the response; null if there was none. */
  status: number | null;
  /** Why the message was not delivered; null if it was. */
  error: string | null;
  /** The first bytes of the response; null if there was none. */
  response: string | null;
  /** How long the receiver asks to wait before the next attempt; null if it does not. */
  retryAfterSeconds: number | null;
  /** Whether the receiver would reject the message in every attempt; default false. */
  isFinal?: boolean;
  /** Duration in milliseconds, an integer. */
  durationMs: number;
  /** Whether the text arrived. */
  text: boolean;
  /** How the pictures arrived. */
  picture: 'UPLOADED' | 'LINKED' | 'NOT_SENT';
};
