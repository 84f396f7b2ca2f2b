import type { EventRow, Position } from '@shotclock/db';
import type { EventListener } from './event-listener.ts';

/** An account's listeners that have all received the events up to the same position. */
export type AccountStream = {
  listeners: Set<EventListener>;
  position: Position;
  /** The sequence number of the read that produced the position. */
  read: number;
  /**
   * The causes of the events in that read. The next read returns some of these events again: those after the position,
   * and those that are still the latest.
   */
  sent: Set<string>;
};

export const createAccountStream = (position: Position, read: number): AccountStream => ({
  listeners: new Set(),
  position,
  read,
  sent: new Set(),
});

/** The events whose causes have not been sent. */
export const unsentEvents = ({ sent }: Pick<AccountStream, 'sent'>, events: EventRow[]): EventRow[] =>
  events.filter(({ causes }) => causes.some((cause) => !sent.has(cause)));

/** Moves the stream to the position after these events. */
export function advanceStream(
  stream: AccountStream,
  { position, read, events }: { position: Position; read: number; events: EventRow[] },
): void {
  Object.assign(stream, { position, read, sent: new Set(events.flatMap(({ causes }) => causes)) });
}
