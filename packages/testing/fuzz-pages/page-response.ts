import type { Random } from '../chaos/random.ts';
import { sizeUpTo } from './behavior.ts';

/** How the site delivers the document of a page. */
export type PageResponse = {
  kind:
    | 'whole'
    | 'endless'
    | 'slow-headers'
    | 'slow-body'
    | 'short-length'
    | 'long-length'
    | 'reset'
    | 'gzip-bomb'
    | 'redirects'
    | 'early-hints'
    | 'invalid-bytes';
  status: number;
  headers: Record<string, string>;
  /** A number of milliseconds, redirects or repetitions, depending on `kind`. */
  amount: number;
};

const kinds: PageResponse['kind'][] = [
  'endless',
  'slow-headers',
  'slow-body',
  'short-length',
  'long-length',
  'reset',
  'gzip-bomb',
  'redirects',
  'early-hints',
  'invalid-bytes',
];

const headers = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([
    { refresh: `${random.integer(0, 2)};url=/loop/header?after=0` },
    { 'content-security-policy': "default-src 'self' 'unsafe-inline'; report-uri /sink" },
    // These headers enable SharedArrayBuffer and Atomics.wait in frames.
    { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'credentialless' },
    {
      link: Array.from(
        { length: sizeUpTo(random, 50) },
        (_, at) => `</sink?${at}>; rel=preload; as=image`,
      ).join(),
    },
    {
      'content-type': random.pick([
        'application/xhtml+xml',
        'text/plain',
        'image/svg+xml',
        'text/xml',
        'text/html; charset=utf-16le',
      ]),
    },
    { 'content-disposition': 'attachment' },
    { 'x-long': 'x'.repeat(sizeUpTo(random, 200_000)) },
    { 'clear-site-data': '"*"', 'document-isolation-policy': 'isolate-and-credentialless' },
    { 'content-encoding': random.pick(['gzip', 'br', 'zstd', 'x-unknown']) },
    { 'service-worker-allowed': '/', 'permissions-policy': 'unload=*' },
  ]);

/** Most documents are delivered completely, because the behaviors in an incomplete document may never run. */
export function choosePageResponse(random: Random): PageResponse {
  return {
    kind: random.next() < 0.7 ? 'whole' : random.pick(kinds),
    status: random.next() < 0.95 ? 200 : random.pick([201, 204, 205, 206, 304, 401, 404, 407, 500, 503]),
    headers: random.next() < 0.75 ? {} : headers(random),
    amount: sizeUpTo(random, 3_000),
  };
}
