import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readPage } from './pages.ts';
import { stopClock, stoppedAt } from './stopped-clock.ts';

const preparation = readFileSync(new URL('prepare-page.js', import.meta.url), 'utf8');
const script = `(${stopClock})(${stoppedAt});\n${preparation}`;

/**
 * Serves the pages that the demo captures, and proxies the dashboard of the API at `target`. Injects a script into the dashboard
 * that freezes its clock.
 * @param port the port on 127.0.0.1
 */
export async function startProxy(target: string, port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/demonstration/hold') return;
    const page = readPage(new URL(incoming.url!, target));
    if (page !== null) return void response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    forward(target, incoming, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming;
  // The proxy edits the page, so the response must not be compressed.
  const isPage = headers['sec-fetch-dest'] === 'document';
  const forwarded = request(
    new URL(url!, target),
    { method, headers: { ...headers, ...(isPage && { 'accept-encoding': 'identity' }) } },
    (answer) => {
      const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
      if (isPage && nonce !== undefined) return void sendPrepared(answer, nonce, response);
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    },
  );
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

async function sendPrepared(answer: IncomingMessage, nonce: string, response: ServerResponse): Promise<void> {
  const page = (await buffer(answer)).toString();
  const { 'content-length': _, ...headers } = answer.headers;
  response.writeHead(answer.statusCode!, headers);
  response.end(page.replace('<head>', () => `<head><script nonce="${nonce}">${script}</script>`));
}
