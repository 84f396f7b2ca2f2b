import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * - `none`: the request is forwarded
 * - `reset`: the connection is reset before the request is forwarded
 * - `reset during request`: the connection is reset after the first part of the request body
 * - `reset before response`: the request takes effect, and the connection is reset before the response
 * - `internal error`, `slow down`, `storage full`: the response is an error in the format of S3 servers
 * - `delay`: the request is forwarded after a second
 * - `no response`: the request is read, and no response is sent
 */
export type HttpFault =
  | 'none'
  | 'reset'
  | 'reset during request'
  | 'reset before response'
  | 'internal error'
  | 'slow down'
  | 'storage full'
  | 'delay'
  | 'no response';

export type HttpFaultProxy = {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Chooses the fault for each request; initially `none`. If the result is a promise, the request waits for it. */
  chooseFault: (request: { method: string; path: string }) => HttpFault | Promise<HttpFault>;
  /** Number of requests that are being forwarded or delayed. */
  pendingRequests(): number;
  close(): Promise<void>;
};

const delayMs = 1_000;
const errorOf = (code: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const errorResponses: Partial<Record<HttpFault, { status: number; body: string }>> = {
  'internal error': { status: 500, body: '' },
  'slow down': { status: 503, body: errorOf('SlowDown', 'Reduce your request rate.') },
  'storage full': {
    status: 507,
    body: errorOf('XMinioStorageFull', 'Storage backend has reached its capacity.'),
  },
};

/** An HTTP proxy that injects faults in front of a real server. Forwarded requests keep their `Host` header. */
export async function startHttpFaultProxy(target: string): Promise<HttpFaultProxy> {
  const { hostname, port } = new URL(target);
  let pendingRequests = 0;
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    incoming.on('error', () => {});
    const fault = await proxy.chooseFault({ method, path });
    if (fault === 'reset') return void incoming.socket.destroy();
    if (fault === 'reset during request')
      return void incoming
        .once('data', () => incoming.socket.destroy())
        .once('end', () => incoming.socket.destroy());
    if (fault === 'no response') return void incoming.resume();
    const errorResponse = errorResponses[fault];
    if (errorResponse) {
      incoming.resume().on('end', () => {
        response.writeHead(errorResponse.status, { 'content-type': 'application/xml' });
        response.end(method === 'HEAD' ? '' : errorResponse.body);
      });
      return;
    }
    const forward = () => {
      const upstream = request(
        { hostname, port, method, path, headers, agent: false },
        (upstreamResponse) => {
          if (fault === 'reset before response') {
            upstreamResponse.resume().on('end', () => incoming.socket.destroy());
            return;
          }
          response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.rawHeaders);
          upstreamResponse.pipe(response);
        },
      );
      upstream
        .on('error', () => incoming.socket.destroy())
        .on('close', () => {
          pendingRequests -= 1;
        });
      incoming.pipe(upstream);
    };
    pendingRequests += 1;
    if (fault === 'delay') setTimeout(forward, delayMs);
    else forward();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: HttpFaultProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chooseFault: () => 'none',
    pendingRequests: () => pendingRequests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}
