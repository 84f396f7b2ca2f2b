// The page `/inbox` of the dashboard, which reads delivered messages through the API. Nothing is sent, so a test message does
// not appear there.
import { linkedPictures } from '../message/pictures.ts';
import type { DestinationKind } from './destination-kind.ts';

export const inbox: DestinationKind = {
  origin: () => null,

  async send(message) {
    const isTest = message.type === 'destination.test';
    return {
      ...{ delivered: true, status: null, error: null, response: null, retryAfterSeconds: null },
      durationMs: 0,
      text: !isTest,
      picture: isTest ? 'NOT_SENT' : linkedPictures(message),
    };
  },
};
