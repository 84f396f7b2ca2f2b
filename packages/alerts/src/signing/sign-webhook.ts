import { createHmac } from 'node:crypto';
import { secretKey } from './webhook-secret.ts';

/**
 * The headers of a signed message (Standard Webhooks 1.0). While a secret is being rotated, the message has a signature for each.
 * @param options.at the time of the attempt
 */
export function signWebhook({
  id,
  at,
  body,
  secrets,
}: {
  id: string;
  at: Date;
  body: string;
  secrets: readonly string[];
}): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secretKey(secret)).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
