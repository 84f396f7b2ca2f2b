import type { ChangeRow, Position } from '@shotclock/db';
import type { EventListener } from './event-listener.ts';

/** The listeners of an account that have received everything up to the same position. */
export type AccountStream = {
  listeners: Set<EventListener>;
  position: Position;
  /** Number of the read that led to the position. */
  read: number;
  /** Changes after the position that were sent: a transaction that began earlier had not ended. */
  sent: Set<string>;
};

/** A row has one version for each transaction that wrote it. The renewal of a lease makes no new one. */
const versionOf = ({ kind, id, xid, at, isProgress }: ChangeRow): string =>
  isProgress ? `${kind} ${id} ${at}` : `${kind} ${id} ${xid}`;

export const createAccountStream = (position: Position, read: number): AccountStream => ({
  listeners: new Set(),
  position,
  read,
  sent: new Set(),
});

/** The changes that were not sent. */
export const unsentChanges = ({ sent }: Pick<AccountStream, 'sent'>, changes: ChangeRow[]): ChangeRow[] =>
  changes.filter((change) => !sent.has(versionOf(change)));

/** Moves the stream to a position. The next read returns those of the changes again that are after it. */
export function advanceStream(
  stream: AccountStream,
  { position, read, changes }: { position: Position; read: number; changes: ChangeRow[] },
): void {
  const again = changes.filter(({ xid, isProgress }) => isProgress || xid >= position.xid);
  Object.assign(stream, { position, read, sent: new Set(again.map(versionOf)) });
}
