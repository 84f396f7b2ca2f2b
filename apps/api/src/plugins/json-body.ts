import { CoreError } from '@shotclock/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api-instance.ts';

/**
 * JSON in UTF-8 is the only body that is taken (RFC 8259, section 8.1; a byte order mark is passed over). An empty one
 * counts as none, as many clients label it all the same.
 */
export function registerJsonBody(app: Api): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseOtherCharsets(request.headers['content-type']);
      if (body.length === 0) return undefined;
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
      } catch (cause) {
        const why = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8';
        throw new CoreError('malformed_json', `The body cannot be read: ${why}.`, { cause });
      }
    },
  );
}

function refuseOtherCharsets(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'us-ascii') return;
  throw new CoreError('unsupported_media_type', `JSON is read as UTF-8, not as ${charset}.`);
}
