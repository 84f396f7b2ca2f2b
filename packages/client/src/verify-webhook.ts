import type { webhooks } from './openapi.gen.ts';

/** A message that does not come from Shotclock, was changed, or is too old or too new. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

type Bodies = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
};
/** The body of a message, distinguished by its `type`. */
export type WebhookMessage = Bodies[keyof Bodies];

type ReceivedWebhook = {
  /** The body as it was received, before any parsing. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the destination: `whsec_…`. */
  secret: string;
  /** Maximum difference between the time of the message and the current time, in seconds. Default: 300. */
  toleranceSeconds?: number;
};

/**
 * Verifies the signature of a received message (Standard Webhooks 1.0) and returns the message. Works in browsers and servers.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('The message has no signature headers.');
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) throw new WebhookVerificationError('The message is too old or too new.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',');
    if (version !== 'v1' || !value) continue;
    // The comparison takes the same time for all signatures.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)) return JSON.parse(text);
  }
  throw new WebhookVerificationError('No signature of the message matches the secret.');
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookVerificationError('The secret or a signature is not in Base64.');
  }
}
