import type { EventRow } from '@shotclock/db';
import { type AccountStream, advanceStream, unsentEvents } from './account-stream.ts';
import { eventsText } from './event-text.ts';
import type { EventReader } from './read-events.ts';

/**
 * Reads the events of accounts and sends them to their listeners.
 * @returns false if the database clock was set back, so that events may be missing
 */
export async function deliverEvents(
  reader: EventReader,
  streams: ReadonlyMap<number, AccountStream>,
  accountIds: number[],
): Promise<boolean> {
  const pending = new Map<number, EventRow[]>();
  const requests = accountIds.flatMap((accountId) => {
    const stream = streams.get(accountId);
    if (!stream) return [];
    pending.set(accountId, []);
    return [{ accountId, position: stream.position }];
  });
  for await (const { number, position, wentBack, events, more } of reader.pages(requests)) {
    if (wentBack) return false;
    for (const [accountId, earlier] of pending) {
      const ofPage = events.get(accountId) ?? [];
      const all = [...earlier, ...ofPage];
      const isLast = !more.has(accountId);
      const stream = streams.get(accountId);
      if (stream) send(stream, unsentEvents(stream, ofPage), isLast ? position : null);
      if (stream && isLast) advanceStream(stream, { position, read: number, events: all });
      if (isLast) pending.delete(accountId);
      else pending.set(accountId, all);
    }
  }
  return true;
}

function send(
  { listeners }: AccountStream,
  events: EventRow[],
  position: AccountStream['position'] | null,
): void {
  if (events.length === 0) return;
  const text = eventsText(events, position);
  for (const listener of listeners) listener.send(text);
}
