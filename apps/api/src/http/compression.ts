import { finished, PassThrough } from 'node:stream';
import compress from '@fastify/compress';
import { CoreError } from '@shotclock/core';
import type { onSendHookHandler, preParsingHookHandler } from 'fastify';
import type { Api } from '../api-instance.ts';
import { contentCodings } from './content-coding.ts';
import { knownEncoding, tagOfEncoding } from './entity-tag.ts';

const requestCodings = [...contentCodings, 'identity' as const];

/**
 * Compresses text responses and decompresses request bodies. The body limit applies to the decompressed size. A compressed response has
 * its own ETag (RFC 9110, section 8.8.3.3). Images are already compressed, and `sendAsset` sends static content.
 */
export async function registerCompression(app: Api): Promise<void> {
  await app.register(compress, {
    encodings: contentCodings,
    requestEncodings: requestCodings,
    onUnsupportedRequestEncoding: (encoding) =>
      new CoreError(
        'unsupported_media_type',
        `The body is encoded as ${encoding}. Send it without Content-Encoding, or as one of ${contentCodings.join(', ')}.`,
      ),
  });
}

/**
 * Lowercases the content coding and replaces the alias `x-gzip` with `gzip` (RFC 9110, section 8.4.1), because the
 * plugin matches only exact names. When decompression fails, the plugin destroys its input stream. The plugin receives
 * a copy, because destroying the request would close its connection before the response is sent.
 */
export const copyEncoded: preParsingHookHandler = ({ raw, headers }, reply, body, done) => {
  const coding = headers['content-encoding']?.toLowerCase();
  if (coding === undefined) return done(null, body);
  const name = coding === 'x-gzip' ? 'gzip' : coding;
  headers['content-encoding'] = name;
  // The plugin then rejects the body (RFC 9110, section 12.5.3).
  if (!requestCodings.some((one) => one === name)) reply.header('accept-encoding', contentCodings.join(', '));
  const copy = new PassThrough();
  finished(raw, (error) => {
    if (error) copy.destroy(error);
  });
  done(null, raw.pipe(copy));
};

/**
 * Stops decompressing when Fastify stops reading the body because it is too large. Otherwise the stream would continue
 * without a reader, and a megabyte can expand to a terabyte.
 */
export const endUnread: preParsingHookHandler = (request, _reply, body, done) => {
  if (body !== request.raw)
    body.on('removeListener', (event) => {
      if (event === 'data') body.destroy();
    });
  done(null, body);
};

/** A 304 response has the same headers as the response that the client has stored (RFC 9110, section 15.4.5). */
export const tagCompressed: onSendHookHandler = ({ headers }, reply, _payload, done) => {
  const etag = reply.getHeader('etag');
  if (typeof etag !== 'string') return done();
  const isKnown = reply.statusCode === 304;
  const encoding = isKnown
    ? knownEncoding(headers['if-none-match'], etag)
    : reply.getHeader('content-encoding');
  if (typeof encoding !== 'string') return done();
  reply.header('etag', tagOfEncoding(etag, encoding));
  if (isKnown) reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  done();
};
