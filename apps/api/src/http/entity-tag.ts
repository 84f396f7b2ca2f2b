import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CoreError } from '@shotclock/core';

/** A strong ETag for the bytes of a response body. */
export const entityTag = (body: string | Buffer): string => `"${hash('sha256', body, 'base64url')}"`;

/** Derives the ETag of a body in a content coding from its strong ETag. Neither `entityTag` nor a hexadecimal hash contains the separator. */
export const tagOfEncoding = (etag: string, encoding: string): string =>
  etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}.${encoding}"`;

/** Whether `If-None-Match` contains this ETag or matches any ETag (RFC 9110, section 13.1.2). Weak and strong tags compare equal. */
export function ifNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some(({ tag }) => tag === etag);
}

/** Whether `If-Match` contains this strong ETag or matches any ETag (RFC 9110, section 13.1.1). A weak tag never matches. */
export function ifMatch(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some(({ weak, tag }) => !weak && tag === etag);
}

/** The problem for a GET request whose `If-Match` specifies a different version. */
export const otherVersion = {
  code: 'precondition_failed',
  detail: 'The version of the resource does not match If-Match.',
} as const;

/**
 * Rejects a GET request whose `If-Match` does not match this strong ETag.
 * @throws CoreError precondition_failed
 */
export function assertWanted({ 'if-match': wanted }: IncomingHttpHeaders, etag: string): void {
  if (wanted !== undefined && !ifMatch(wanted, etag))
    throw new CoreError(otherVersion.code, otherVersion.detail);
}

/**
 * The content coding of the client's copy, if its `If-None-Match` contains this ETag; undefined for a copy without a
 * coding.
 */
export const knownEncoding = (header: string | undefined, etag: string): string | undefined =>
  tagsOf(header ?? '').find(({ tag }) => tag === etag)?.encoding;

/** The tags in a header, without the content-coding suffixes. */
const tagsOf = (header: string) =>
  [...header.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, tag = '']) => {
    const [hash, encoding] = tag.split('.', 2);
    return { weak: weak !== undefined, tag: `"${hash}"`, encoding };
  });
