import type { DestinationKindName } from '@shotclock/contracts';
import type { AlertMessage } from '../message/alert-message.ts';
import { redactedError } from '../message/redact.ts';
import type { Sending, StoredConfig } from './destination-kind.ts';
import { destinationKinds } from './kinds.ts';
import type { SendOutcome } from './send-outcome.ts';

/**
 * Sends a message once. Does not throw if the receiver fails.
 * @throws Error without secrets, if the message or the stored configuration is damaged
 */
export async function sendMessage(
  kind: DestinationKindName,
  message: AlertMessage,
  config: StoredConfig,
  sending: Sending,
): Promise<SendOutcome> {
  try {
    return await destinationKinds[kind].send(message, config, sending);
  } catch (error) {
    throw redactedError(error, config);
  }
}
