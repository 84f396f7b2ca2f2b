import type { Position } from '@shotclock/db';
import type { EventListener } from './event-listener.ts';
import { eventsText } from './event-text.ts';
import type { EventReader } from './read-events.ts';

/** Number of events that are sent before waiting for the client to receive most of them. */
const partSize = 200;

/** Sends all events after a position to a listener, as fast as the listener receives them. Returns its new position. */
export async function sendMissed(
  reader: EventReader,
  listener: EventListener,
  from: Position,
): Promise<{ position: Position; number: number }> {
  const { accountId } = listener;
  let reached = { position: from, number: 0 };
  for await (const { position, number, events, more } of reader.pages([{ accountId, position: from }])) {
    reached = { position, number };
    const missed = events.get(accountId) ?? [];
    for (let n = 0; n < missed.length; n += partSize) {
      if (n > 0 && !(await listener.drained())) return reached;
      const isLast = n + partSize >= missed.length && more.size === 0;
      listener.send(eventsText(missed.slice(n, n + partSize), isLast ? position : null));
    }
    if (more.size > 0 && !(await listener.drained())) return reached;
  }
  return reached;
}
