import { randomBytes } from 'node:crypto';

/** Standard Webhooks 1.0 permits 24 to 64 bytes. */
const secretBytes = 32;
const prefix = 'whsec_';

export const generateWebhookSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

/** The bytes of a secret, with which messages are signed. */
export const secretKey = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
