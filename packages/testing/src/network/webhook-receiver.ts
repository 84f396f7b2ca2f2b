import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** A local HTTP server that keeps the requests it receives and responds with 204, unless `respond` is set. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  let respond: Respond = (response) => void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const got = { method, path, headers, body: await buffer(request) };
    received.push(got);
    respond(response, got);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    port,
    origin: `http://127.0.0.1:${port}`,
    /** What the server does with the next requests. */
    respondWith(next: Respond) {
      respond = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
