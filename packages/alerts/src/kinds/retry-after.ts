/** Seconds in a `Retry-After` header (RFC 9110, section 10.2.3): a number or a date. Null without a valid header. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}

/** Seconds in the body of a response, which can have a fraction. Null unless they are a valid number. */
export const readRetryAfter = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value < 1e9 ? Math.ceil(value) : null;
