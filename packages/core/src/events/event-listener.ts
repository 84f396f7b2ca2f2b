/** The stream of one client. */
export type EventListener = {
  accountId: number;
  /** Sends a part of the stream. A client that reads too slowly is disconnected. */
  send(part: Buffer): void;
  /** Resolves with true once the client has received most of what was sent, or with false once the client has disconnected. */
  drained(): Promise<boolean>;
  /** Whether the client may still listen. */
  isAuthorized(): Promise<boolean>;
  /** Ends the stream. The client then reconnects. */
  close(): void;
};
