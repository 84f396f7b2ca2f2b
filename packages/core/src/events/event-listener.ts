/** The stream of a single client. */
export type EventListener = {
  accountId: number;
  /** Sends a part of the stream. A client that reads too slowly is disconnected. */
  send(part: Buffer): void;
  /** Resolves with true once the client has received most of the sent data, or with false once it has disconnected. */
  drained(): Promise<boolean>;
  /** Whether the client may still listen. */
  isAuthorized(): Promise<boolean>;
  /** Ends the stream. The client then reconnects. */
  close(): void;
};
