import { limits } from '@shotclock/contracts';
import { type OutboundClient, OutboundError, type OutboundRequest } from '@shotclock/egress';
import type { StoredConfig } from './destination-kind.ts';
import { redact } from './redact.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { SendOutcome } from './send-outcome.ts';

/** Maximum duration of an attempt. */
const timeoutMs = 15_000;
const maxResponseBytes = 1_024 * 1_024;

/** Sends a request and describes the result. Only 2xx is a success; redirects are not followed. */
export async function sendRequest(
  client: OutboundClient,
  request: Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>,
  { config, signal }: { config: StoredConfig; signal: AbortSignal | undefined },
): Promise<Omit<SendOutcome, 'text' | 'picture'>> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const { status, headers, body } = await client.send({
      ...request,
      timeoutMs,
      maxResponseBytes,
      ...(signal ? { signal } : {}),
    });
    const delivered = status >= 200 && status < 300;
    return {
      delivered,
      status,
      error: delivered ? null : refusal(status),
      response: firstBytes(redact(body.toString('utf8'), config)),
      retryAfterSeconds: parseRetryAfter(headers['retry-after'], new Date()),
      durationMs: durationMs(),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const message = redact(error.message, config);
    return {
      delivered: false,
      status: null,
      error: message,
      response: null,
      retryAfterSeconds: null,
      durationMs: durationMs(),
    };
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
