import http from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { EgressError } from '../egress-problem.ts';
import { normalizeHost } from '../policy/host-names.ts';
import { portOf } from '../policy/url-policy.ts';
import { clientResponseHeaders, targetRequestHeaders } from './forwardable-headers.ts';

/** Chromium's limit for response headers, in bytes. */
const maxHeaderSize = 256 * 1024;
/** Sites send at most a few early hints before their response. */
const maxInterimResponses = 20;

/**
 * Sends a plain HTTP request over `target`, a socket that was connected for this request, and forwards the response.
 * @throws EgressError before the response has started. A later error destroys the client's connection, so that the browser never treats a partial body as complete
 */
export async function forwardRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  url: URL,
  target: Socket,
): Promise<void> {
  const invalidResponse = (reason: string, cause?: unknown) =>
    new EgressError(
      { code: 'invalid_response', host: normalizeHost(url.hostname), port: portOf(url), reason },
      { cause },
    );
  const upstream = http.request({
    createConnection: () => target,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: targetRequestHeaders(request, url),
    // Browsers accept some responses that the strict parser rejects.
    insecureHTTPParser: true,
    maxHeaderSize,
  });
  response.once('close', () => target.destroy());
  request.pipe(upstream);

  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  upstream.once('response', resolve);
  upstream.on('error', reject);
  const rejectResponse = (reason: string) => {
    reject(new Error(reason));
    target.destroy();
  };
  // No upgrade was requested. Without this listener, Node would destroy the socket without an error.
  upstream.once('upgrade', () => rejectResponse('unexpected upgrade'));
  let interimResponses = 0;
  upstream.on('information', () => {
    interimResponses += 1;
    if (interimResponses > maxInterimResponses) rejectResponse('too many interim responses');
  });
  const upstreamResponse = await promise.catch((error: unknown) => {
    if (response.destroyed) return null;
    throw invalidResponse(
      `${normalizeHost(url.hostname)} closed the connection without a valid response`,
      error,
    );
  });
  if (!upstreamResponse) return;
  const status = upstreamResponse.statusCode ?? 0;
  // A browser would attribute a 407 from a site to the proxy and request credentials.
  if (status < 200 || status > 999 || status === 407) {
    target.destroy();
    throw invalidResponse(`${normalizeHost(url.hostname)} responded with the invalid status ${status}`);
  }
  response.writeHead(
    status,
    reasonPhrase(upstreamResponse.statusMessage),
    clientResponseHeaders(upstreamResponse),
  );
  await pipeline(upstreamResponse, response).catch(() => response.destroy());
}

function reasonPhrase(text = ''): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : '';
}
