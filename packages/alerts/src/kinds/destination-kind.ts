import type { OutboundClient } from '@shotclock/egress';
import type { Mailer } from '../mail/mailer.ts';
import type { AlertMessage } from '../message/alert-message.ts';
import type { SendOutcome } from './send-outcome.ts';

/**
 * The stored configuration of a destination: the fields that `destinationKindTable` of `contracts` declares, and what the kind
 * adds to them. Its values are secret.
 */
export type StoredConfig = Record<string, string>;

/** A configuration, and the secret that was generated for it; null if none was. */
export type NewConfig = { config: StoredConfig; secret: string | null };

/** What a kind of destination implements, in one file per kind. */
export type DestinationKind = {
  /** Whether messages are sent as e-mails, which requires a `mailer`; default false. */
  needsMailer?: boolean;
  /** Scheme, host and port of the address; null if the kind has no address. */
  origin(config: StoredConfig): string | null;
  /** Completes the fields of a request when a destination is created. Absent if they are the configuration. */
  prepare?(fields: StoredConfig): NewConfig;
  /**
   * Generates a new secret, while the previous one remains valid until `previousEndsAt`. Returns null if the previous
   * rotation has not ended. Absent if the kind has no generated secret.
   */
  rotate?(config: StoredConfig, times: { now: Date; previousEndsAt: Date }): NewConfig | null;
  /** Sends a message once. Does not throw if the receiver fails. */
  send(message: AlertMessage, config: StoredConfig, sending: Sending): Promise<SendOutcome>;
};

export type Sending = {
  client: OutboundClient;
  /** Sends e-mails; null or absent if the operator has not configured a server. */
  mailer?: Mailer | null;
  /** The time of the attempt. */
  now: Date;
  /** Maximum duration of the attempt; default `limits.alerts.attemptMs`. */
  timeoutMs?: number;
  signal?: AbortSignal;
};
