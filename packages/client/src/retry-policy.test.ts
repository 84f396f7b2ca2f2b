import { describe, expect, test } from 'vitest';
import { isRepeatable, isTemporary, retryAfterMs, retryDelayMs } from './retry-policy.ts';

const request = (method: string, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/', { method, headers });
const response = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

describe('a request that may have taken effect', () => {
  test.each(['GET', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE'])('is retried with %s', (method) => {
    expect(isRepeatable(request(method))).toBe(true);
  });

  test('is retried as a POST only if it has an Idempotency-Key', () => {
    expect(isRepeatable(request('POST'))).toBe(false);
    expect(isRepeatable(request('POST', { 'idempotency-key': 'a' }))).toBe(true);
  });

  test.each(['PATCH', 'DELETE'])('is not retried with %s and If-Match', (method) => {
    expect(isRepeatable(request(method, { 'if-match': '"a"' }))).toBe(false);
  });
});

describe('a response', () => {
  const key = { 'idempotency-key': 'a' };

  test.each([502, 503, 504])('with status %i is retried if the request is safe to retry', (status) => {
    expect(isTemporary(request('GET'), response(status))).toBe(true);
    expect(isTemporary(request('POST', key), response(status))).toBe(true);
    expect(isTemporary(request('POST'), response(status))).toBe(false);
  });

  test('with status 429 is retried for all requests', () => {
    expect(isTemporary(request('POST'), response(429))).toBe(true);
    expect(isTemporary(request('PATCH', { 'if-match': '"a"' }), response(429))).toBe(true);
  });

  test('with status 409 is retried for a POST whose idempotency key is in use', () => {
    const inUse = response(409, { 'retry-after': '1' });
    expect(isTemporary(request('POST', key), inUse)).toBe(true);
    expect(isTemporary(request('POST', key), response(409))).toBe(false);
    // The API sends this response to a request for the image of an unfinished capture.
    expect(isTemporary(request('GET'), inUse)).toBe(false);
  });

  test.each([200, 304, 400, 404, 412, 500])('with status %i is not retried', (status) => {
    expect(isTemporary(request('GET'), response(status))).toBe(false);
  });
});

describe('the delay before a retry', () => {
  test('doubles from 0.5 s to 8 s, and jitter shortens it by up to half', () => {
    const longest = Array.from({ length: 7 }, (_, retry) => retryDelayMs(retry, null, () => 0));
    expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    const shortest = Array.from({ length: 7 }, (_, retry) => retryDelayMs(retry, null, () => 1));
    expect(shortest).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  test('is Retry-After plus jitter of up to a quarter of that time, or up to 0.5 s for short times', () => {
    expect(retryDelayMs(0, 20_000, () => 0)).toBe(20_000);
    expect(retryDelayMs(0, 20_000, () => 1)).toBe(25_000);
    expect(retryDelayMs(5, 0, () => 1)).toBe(500);
  });

  test('is null if Retry-After is longer than a minute', () => {
    expect(retryDelayMs(0, 60_000, () => 0)).toBe(60_000);
    expect(retryDelayMs(0, 60_001)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  test.each([
    ['5', 5_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 09:00:07 GMT', 7_000],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['soon', null],
    ['', null],
  ])('%j is read as milliseconds or a date', (value, ms) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), now)).toBe(ms);
  });

  test('can be absent', () => {
    expect(retryAfterMs(new Headers())).toBeNull();
  });
});
