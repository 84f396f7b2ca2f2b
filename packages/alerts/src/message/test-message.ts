import type { AlertMessage } from './alert-message.ts';

/**
 * The message of `POST /destinations/{id}/test`.
 * @param options.link the URL of a picture that needs no key; null if the account has no captures
 */
export function testMessage({
  id,
  now,
  destination,
  link,
}: {
  id: string;
  now: Date;
  destination: { id: number; name: string };
  link: string | null;
}): AlertMessage {
  const picture = link === null ? null : { caption: 'A test picture', link };
  return {
    id,
    type: 'destination.test',
    createdAt: now,
    title: 'Test message from Shotclock',
    text: `The destination “${destination.name}” receives alerts.`,
    link: null,
    items: [{ title: 'Picture', text: null, link: null, picture, data: { destinationId: destination.id } }],
    more: 0,
  };
}
