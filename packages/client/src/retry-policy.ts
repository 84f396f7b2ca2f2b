/** The first backoff. It doubles with each retry. */
const baseMs = 500;
const maxBackoffMs = 8_000;
/**
 * The longest `Retry-After` that the API sends. If a response asks for a longer delay, the caller decides whether to
 * retry.
 */
const maxRetryAfterMs = 60_000;

/** Statuses that the API returns while it cannot serve requests, and that proxies return while they cannot reach the API. */
const unavailableStatuses: readonly number[] = [502, 503, 504];

/**
 * Whether a request can be sent again even if it may have taken effect. PATCH only sets values, so a second PATCH changes
 * nothing.
 */
export function isRepeatable({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  // If the first attempt took effect, the second would fail with 412, as if another client had changed the resource.
  return !headers.has('if-match');
}

/** Whether a retry of the request can succeed. */
export function isTemporary(request: Request, { status, headers }: Response): boolean {
  if (status === 429) return true;
  if (unavailableStatuses.includes(status)) return isRepeatable(request);
  // An earlier attempt with the same key is still in progress.
  return status === 409 && request.method === 'POST' && headers.has('retry-after');
}

/** The value of `Retry-After` in milliseconds, or null if there is no valid value (RFC 9110, section 10.2.3). */
export function retryAfterMs(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/**
 * Returns the milliseconds to wait before the next attempt, or null if the response asks for more than a minute. Jitter spreads
 * the retries of clients that failed at the same time. The delay is never shorter than `Retry-After`.
 * @param retry number of the retry, from 0
 * @param random returns a number from 0 to 1
 */
export function retryDelayMs(retry: number, retryAfter: number | null, random = Math.random): number | null {
  if (retryAfter === null) return Math.min(maxBackoffMs, baseMs * 2 ** retry) * (1 - random() / 2);
  if (retryAfter > maxRetryAfterMs) return null;
  return retryAfter + random() * Math.max(baseMs, retryAfter / 4);
}
