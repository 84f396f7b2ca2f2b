import type { EventName, StartEventName } from '@shotclock/contracts';
import type { EventRow, Position } from '@shotclock/db';
import { positionText } from './position-text.ts';

const eventText = (name: EventName | StartEventName, data: object, position?: Position): string =>
  `${position ? `id: ${positionText(position)}\n` : ''}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The first event of a stream, with the position at which the stream continues. `reset`: events may be missing. */
export const startText = (name: StartEventName, position: Position): Buffer =>
  Buffer.from(eventText(name, {}, position));

/**
 * Formats events as a part of a stream. Only the last event has an ID, so a client that disconnects before it has
 * received the last event receives all of them again.
 * @param position null if more events of the same position follow
 */
export function eventsText(events: EventRow[], position: Position | null): Buffer {
  const last = events.length - 1;
  const texts = events.map(({ event, id, at, fields }, index) =>
    eventText(event, { id, ...fields, at }, index === last && position ? position : undefined),
  );
  return Buffer.from(texts.join(''));
}

/**
 * A comment, which keeps the connection open, and the ID from which a client resumes after a long time without events.
 */
export const heartbeatText = (position: Position | null): Buffer =>
  Buffer.from(`${position ? `id: ${positionText(position)}\n` : ''}:\n\n`);
