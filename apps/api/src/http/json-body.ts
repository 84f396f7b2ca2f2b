import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';
import { bodyTypes, mergePatch } from '../body-types.ts';
import { hasMoreValues } from '../validation/body-limits.ts';

/**
 * Accepts only JSON in UTF-8 (RFC 8259, section 8.1) and ignores a byte order mark. An empty body is treated as no body,
 * because many clients send `Content-Type` without one.
 */
export function registerJsonBody(app: Api): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    bodyTypes('PATCH'),
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.method !== 'PATCH' && request.headers['content-type']?.toLowerCase().startsWith(mergePatch))
        throw new CoreError('unsupported_media_type', `Only PATCH accepts ${mergePatch}.`);
      rejectOtherCharsets(request.headers['content-type']);
      if (body.length === 0) return undefined;
      assertFewValues(body, request.routeOptions.config.maxBodyValues);
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
      } catch (cause) {
        const reason = cause instanceof SyntaxError ? cause.message : 'it is not valid UTF-8';
        throw new CoreError('malformed_json', `The body is not valid JSON: ${reason}.`, { cause });
      }
    },
  );
}

/** The cost of parsing and reporting errors grows with the number of values. */
function assertFewValues(body: Buffer, max: number | undefined): void {
  if (max !== undefined && hasMoreValues(body, max))
    throw new CoreError(
      'payload_too_large',
      `The body has more than ${max} values (fields, array items and so on).`,
    );
}

export function rejectOtherCharsets(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'us-ascii') return;
  throw new CoreError('unsupported_media_type', `JSON must be in UTF-8, not in ${charset}.`);
}
