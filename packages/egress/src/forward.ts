import http from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { EgressError } from './egress-problem.ts';
import { endToEndHeaders } from './end-to-end-headers.ts';
import { plainHost } from './host-name.ts';
import { portOf } from './url-policy.ts';

/** What Chromium accepts of a response's headers, in bytes. */
const maxHeaderSize = 256 * 1024;

/**
 * Sends one plain-HTTP request over `target`, a connected socket of its own, and passes the answer on.
 * @throws EgressError while nothing has been answered; a fault after that breaks the client's connection off,
 * so that a browser never takes half a body for the whole
 */
export async function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  url: URL,
  target: Socket,
): Promise<void> {
  const badAnswer = (reason: string, cause?: unknown) =>
    new EgressError(
      { code: 'bad_answer', host: plainHost(url.hostname), port: portOf(url), reason },
      { cause },
    );
  const upstream = http.request({
    createConnection: () => target,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: endToEndHeaders(request.rawHeaders),
    // Browsers take answers that the strict parser refuses.
    insecureHTTPParser: true,
    maxHeaderSize,
  });
  response.once('close', () => target.destroy());
  request.pipe(upstream);

  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  upstream.once('response', resolve);
  upstream.on('error', reject);
  const answer = await promise.catch((error: unknown) => {
    if (response.destroyed) return null;
    throw badAnswer(`${plainHost(url.hostname)} closed the connection without a valid answer`, error);
  });
  if (!answer) return;
  const status = answer.statusCode ?? 0;
  // A browser would take a site's 407 for ours and ask for credentials.
  if (status < 200 || status > 999 || status === 407) {
    target.destroy();
    throw badAnswer(`${plainHost(url.hostname)} answered with the status ${status}, which no site may send`);
  }
  response.writeHead(status, reasonPhrase(answer.statusMessage), endToEndHeaders(answer.rawHeaders));
  await pipeline(answer, response).catch(() => response.destroy());
}

function reasonPhrase(text = ''): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : '';
}
