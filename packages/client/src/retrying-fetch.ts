// attempt ─► response ──────────────────────────► returned
//    ▲  │ temporary, or no complete response
//    └──┴─ backoff or Retry-After, while retries are left
// All attempts of a POST have the same Idempotency-Key, so the request takes effect only once.
import { abortableDelay } from './abortable-delay.ts';
import { isRepeatable, isTemporary, retryAfterMs, retryDelayMs } from './retry-policy.ts';

export type RetryOptions = {
  /** Maximum number of attempts after the first one. Default: 3. */
  maxRetries?: number;
  /**
   * Time limit for one attempt in milliseconds, including the response body. Default: 150,000, because a capture can take
   * 120,000.
   */
  timeoutMs?: number;
};

export type Fetch = (request: Request) => Promise<Response>;

const defaults: Required<RetryOptions> = { maxRetries: 3, timeoutMs: 150_000 };
/** The longest delay that a timer supports. */
const maxTimeoutMs = 2 ** 31 - 1;

type RetryingFetch = {
  fetch: Fetch;
  /** Limits for all requests. A request can override them. */
  limits: RetryOptions;
  /** Adds an `Idempotency-Key` to every POST without one. */
  idempotencyKeys: boolean;
  /** Whether the caller reads the body as a stream. Otherwise, the whole body is received before the response is returned. */
  isStreamed: (request: Request) => boolean;
};

/** Returns a `fetch` that retries requests after temporary failures. */
export function createRetryingFetch(options: RetryingFetch): Fetch {
  const { idempotencyKeys, isStreamed } = options;
  return async (request: Request & RetryOptions) => {
    const maxRetries = request.maxRetries ?? options.limits.maxRetries ?? defaults.maxRetries;
    const timeoutMs = request.timeoutMs ?? options.limits.timeoutMs ?? defaults.timeoutMs;
    if (idempotencyKeys && request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', newKey());
    // Sends bytes instead of the request's stream, because a stream can be sent only once, and some browsers send streams only
    // over HTTP/2.
    const body = await request.clone().arrayBuffer();
    const send = () =>
      attempt(request, { fetch: options.fetch, body, timeoutMs, streamed: isStreamed(request) });

    let mayHaveTakenEffect = false;
    for (let retry = 0; ; retry += 1) {
      let delayMs: number | null;
      try {
        const response = await send();
        // An earlier attempt deleted the resource.
        if (mayHaveTakenEffect && request.method === 'DELETE' && response.status === 404)
          return new Response(null, { status: 204, headers: response.headers });
        delayMs = isTemporary(request, response) ? retryDelayMs(retry, retryAfterMs(response.headers)) : null;
        if (delayMs === null || retry >= maxRetries) return response;
        if (response.status !== 429) mayHaveTakenEffect = true;
      } catch (error) {
        if (request.signal.aborted || retry >= maxRetries || !isRepeatable(request)) throw error;
        mayHaveTakenEffect = true;
        delayMs = retryDelayMs(retry, null)!;
      }
      await abortableDelay(delayMs, request.signal);
    }
  };
}

/**
 * The requests that lead to a response, as long as its body exists. In Node, a signal no longer aborts a response after a `Request`
 * with this signal was garbage-collected.
 */
const requestsOfBodies = new WeakMap<ReadableStream, Request[]>();

type AttemptOptions = { fetch: Fetch; body: ArrayBuffer; timeoutMs: number; streamed: boolean };

/** @throws DOMException TimeoutError, the abort reason of the request's signal, or the connection error */
async function attempt(request: Request, options: AttemptOptions): Promise<Response> {
  const { fetch, body, timeoutMs, streamed } = options;
  const timeout = new AbortController();
  const expire = () =>
    timeout.abort(new DOMException(`No complete response within ${timeoutMs} ms`, 'TimeoutError'));
  const timer = setTimeout(expire, Math.min(timeoutMs, maxTimeoutMs));
  try {
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    const sent = new Request(request, { signal, ...(body.byteLength > 0 && { body }) });
    const response = await fetch(sent);
    // If the connection breaks in the middle of the body, this attempt must count as failed.
    if (!streamed || !response.ok) await response.clone().arrayBuffer();
    if (response.body) requestsOfBodies.set(response.body, [request, sent]);
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** 128 random bits. `crypto.randomUUID` does not exist in pages that were loaded over HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
