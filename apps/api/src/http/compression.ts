import { finished, PassThrough } from 'node:stream';
import compress from '@fastify/compress';
import { CoreError } from '@shotclock/core';
import type { onSendHookHandler, preParsingHookHandler } from 'fastify';
import type { Api } from '../api-instance.ts';
import { contentCodings } from './content-coding.ts';
import { knownEncoding, tagOfEncoding } from './entity-tag.ts';

const requestCodings = [...contentCodings, 'identity' as const];

/**
 * Compresses text responses, and decompresses request bodies, whose limit applies to the decompressed size. A compressed response has
 * its own ETag (RFC 9110, section 8.8.3.3). Images are compressed already, and `sendAsset` sends what never changes.
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
 * Gives the plugin, which compares names exactly, the name of the coding in lower case, and gzip for its alias (RFC 9110, section 8.4.1).
 * When decompression fails, the plugin destroys the stream that it reads. To destroy the request would close its connection before the response.
 */
export const copyEncoded: preParsingHookHandler = ({ raw, headers }, reply, body, done) => {
  const coding = headers['content-encoding']?.toLowerCase();
  if (coding === undefined) return done(null, body);
  const name = coding === 'x-gzip' ? 'gzip' : coding;
  headers['content-encoding'] = name;
  // The plugin refuses the body. RFC 9110, section 12.5.3.
  if (!requestCodings.some((one) => one === name)) reply.header('accept-encoding', contentCodings.join(', '));
  const copy = new PassThrough();
  finished(raw, (error) => {
    if (error) copy.destroy(error);
  });
  done(null, raw.pipe(copy));
};

/**
 * Ends decompression when Fastify no longer reads the body, because it is too large. A stream without readers would keep flowing, and a
 * megabyte can expand to a terabyte.
 */
export const endUnread: preParsingHookHandler = (request, _reply, body, done) => {
  if (body !== request.raw)
    body.on('removeListener', (event) => {
      if (event === 'data') body.destroy();
    });
  done(null, body);
};

/** A 304 response has the headers of the response that the client has (RFC 9110, section 15.4.5). */
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
