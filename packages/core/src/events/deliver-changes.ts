import type { ChangeRow } from '@shotclock/db';
import { type AccountStream, advanceStream, unsentChanges } from './account-stream.ts';
import { changesText } from './event-text.ts';
import type { EventReader } from './read-events.ts';

/**
 * Reads the changes of accounts and sends them to their listeners.
 * @returns false when the clock of the database was set back: changes may be missing
 */
export async function deliverChanges(
  reader: EventReader,
  streams: ReadonlyMap<number, AccountStream>,
  accountIds: number[],
): Promise<boolean> {
  const pending = new Map<number, ChangeRow[]>();
  const requests = accountIds.flatMap((accountId) => {
    const stream = streams.get(accountId);
    if (!stream) return [];
    pending.set(accountId, []);
    return [{ accountId, position: stream.position }];
  });
  for await (const { number, position, wentBack, changes, more } of reader.pages(requests)) {
    if (wentBack) return false;
    for (const [accountId, earlier] of pending) {
      const ofPage = changes.get(accountId) ?? [];
      const all = [...earlier, ...ofPage];
      const isLast = !more.has(accountId);
      const stream = streams.get(accountId);
      if (stream) send(stream, unsentChanges(stream, ofPage), isLast ? position : null);
      if (stream && isLast) advanceStream(stream, { position, read: number, changes: all });
      if (isLast) pending.delete(accountId);
      else pending.set(accountId, all);
    }
  }
  return true;
}

function send(
  { listeners }: AccountStream,
  changes: ChangeRow[],
  position: AccountStream['position'] | null,
): void {
  if (changes.length === 0) return;
  const text = changesText(changes, position);
  for (const listener of listeners) listener.send(text);
}
