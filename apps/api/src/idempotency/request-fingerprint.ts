import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * The SHA-256 of the method, the path with its query, and the body, regardless of the order of the body's fields. Headers
 * are not included: a repeated request may have a different `Prefer` header.
 */
export function requestFingerprint({
  method,
  url,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'body'>): string {
  const text = JSON.stringify([method, url, body ?? null], (_name, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
