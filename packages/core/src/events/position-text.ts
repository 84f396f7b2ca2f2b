import type { Position } from '@shotclock/db';

/** The ID of an event: clients send it back as `Last-Event-ID`. */
export const positionText = ({ xid, since }: Position): string =>
  `${xid.toString(36)}.${since.getTime().toString(36)}`;

/** Null for any other text, such as an ID from a different version. */
export function parsePosition(text: string): Position | null {
  const match = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(text);
  if (!match) return null;
  const [xid, since] = match.slice(1).map((digits) => Number.parseInt(digits, 36));
  return { xid: xid!, since: new Date(since!) };
}
