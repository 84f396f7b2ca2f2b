// An attempt to send a message consists of one or more requests, which share its time limit.
import { limits } from '@shotclock/contracts';
import { OutboundError, type OutboundRequest } from '@shotclock/egress';
import { redact } from '../message/redact.ts';
import type { Sending, StoredConfig } from './destination-kind.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { SendOutcome } from './send-outcome.ts';

const maxResponseBytes = 1_024 * 1_024;

/** The result of a request. `durationMs` counts from the start of the attempt. */
export type Sent = Omit<SendOutcome, 'text' | 'picture'> & {
  /** The body of the response, if it is JSON. It is not redacted. */
  json: unknown;
  /** Whether the same message without its picture files could be delivered at once. */
  retryWithoutPictures: boolean;
};

export type Attempt = {
  /**
   * Sends a request. Only 2xx is a success; redirects are not followed.
   * @param options.timeShare fraction of the remaining time that the request may take; default 1
   */
  send(
    request: Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>,
    options?: { timeShare?: number },
  ): Promise<Sent>;
};

export function startAttempt(
  config: StoredConfig,
  { client, signal, timeoutMs: total = limits.alerts.attemptMs }: Sending,
): Attempt {
  // Starts with the first request, before which pictures are loaded.
  let startedAt: number | undefined;
  const elapsedMs = () => Math.round(performance.now() - (startedAt ?? performance.now()));
  return {
    async send(request, { timeShare = 1 } = {}) {
      startedAt ??= performance.now();
      const timeoutMs = Math.max(1, Math.round((total - elapsedMs()) * timeShare));
      try {
        const { status, headers, body } = await client.send({
          ...request,
          timeoutMs,
          maxResponseBytes,
          ...(signal ? { signal } : {}),
        });
        const delivered = status >= 200 && status < 300;
        const text = body.toString('utf8');
        return {
          delivered,
          status,
          error: delivered ? null : refusal(status),
          response: firstBytes(redact(text, config)),
          retryAfterSeconds: parseRetryAfter(headers['retry-after'], new Date()),
          durationMs: elapsedMs(),
          json: parseJson(text),
          retryWithoutPictures: pictureErrors.includes(status) || status >= 500,
        };
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return {
          delivered: false,
          status: null,
          error: redact(error.message, config),
          response: null,
          retryAfterSeconds: null,
          durationMs: elapsedMs(),
          json: null,
          // A receiver that refuses a large body can close the connection before the body is sent.
          retryWithoutPictures: error.code !== 'refused',
        };
      }
    },
  };
}

/** Bad Request, Content Too Large, Unsupported Media Type, Unprocessable Content. */
const pictureErrors = [400, 413, 415, 422];

/** The outcome of an attempt whose last request is `sent`. */
export function outcomeOf(sent: Sent, picture: SendOutcome['picture']): SendOutcome {
  const { json: _, retryWithoutPictures: __, ...outcome } = sent;
  return { ...outcome, text: sent.delivered, picture: sent.delivered ? picture : 'NOT_SENT' };
}

/** A field of a parsed response; undefined if it does not exist. */
export const fieldOf = (json: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    json,
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Cut after the redaction, which would not find a part of a secret. */
const firstBytes = (text: string) =>
  Buffer.from(text).subarray(0, limits.alerts.responseBytes).toString('utf8');

function refusal(status: number): string {
  return status >= 300 && status < 400
    ? `The receiver redirected with ${status}. Redirects are not followed: use the final address.`
    : `The receiver responded with ${status}.`;
}
