import type { AlertMessage, AlertPicture } from './alert-message.ts';

/**
 * The message of `POST /destinations/{id}/test`.
 * @param options.picture null if the account has no captures
 */
export function testMessage({
  id,
  now,
  destination,
  picture,
}: {
  id: string;
  now: Date;
  destination: { id: number; name: string };
  picture: AlertPicture | null;
}): AlertMessage {
  return {
    id,
    type: 'destination.test',
    createdAt: now,
    outcome: 'ok',
    title: 'Test message from Shotclock',
    text: `The destination “${destination.name}” receives alerts.`,
    link: null,
    items: [{ title: 'Picture', text: null, link: null, picture, data: { destinationId: destination.id } }],
    more: 0,
  };
}
