import { Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

export const idempotencyKeyHeader = 'idempotency-key';

/** The header as the OpenAPI document describes it. `idempotencyKeyRule` validates it. */
export const IdempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[ -~]+$',
    description:
      'Makes the request safe to retry for 24 hours. The request takes effect once. A repeated request with the same key ' +
      'returns the stored response, with the header `Idempotency-Replayed: true`. Use 1 to 255 printable ASCII ' +
      'characters, preferably a UUID.',
  }),
);

/** The path of a header error is the header name, just as for query parameters. */
export const idempotencyKeyRule: RequestRule = ({ header }) => {
  const [key, ...others] = header(idempotencyKeyHeader);
  const path = '/Idempotency-Key';
  if (others.length > 0) return [{ path, code: 'duplicate', message: 'must not be repeated' }];
  if (key === undefined || /^[ -~]{1,255}$/.test(key)) return [];
  return [{ path, code: 'invalid_text', message: 'must be 1 to 255 printable ASCII characters' }];
};
