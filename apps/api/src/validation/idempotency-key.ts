import { Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

export const idempotencyKeyHeader = 'idempotency-key';

/** As the documentation shows it; the rule below is what holds. */
export const IdempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    description:
      'Makes the request safe to repeat for 24 hours: it takes effect once, and the same request with the same key is ' +
      'answered as the first was, with `Idempotency-Replayed: true`. 1 to 255 printable ASCII characters, best a UUID.',
  }),
);

/** A fault of a header has the header's name as its path, as one of a query parameter has the parameter's. */
export const idempotencyKeyRule: RequestRule = ({ header }) => {
  const [key, ...others] = header(idempotencyKeyHeader);
  const path = '/Idempotency-Key';
  if (others.length > 0) return [{ path, code: 'duplicate', message: 'must be given once' }];
  if (key === undefined || /^[ -~]{1,255}$/.test(key)) return [];
  return [{ path, code: 'invalid_text', message: 'must be 1 to 255 printable ASCII characters' }];
};
