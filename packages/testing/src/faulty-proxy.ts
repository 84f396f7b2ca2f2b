import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What befalls a request: it goes through; its connection is reset before it was handed on, half-way through its body, or
 * after it took effect and before its answer; it is answered 500, or 503 as S3 does that wants less traffic, or as one does
 * that has no room left; it is handed on a second late; or it is kept waiting for its answer until the client gives up.
 */
export type HttpFault =
  | 'none'
  | 'reset'
  | 'reset half-way'
  | 'reset after'
  | 'error'
  | 'slow down'
  | 'full'
  | 'late'
  | 'silence';

export type FaultyProxy = {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Decides for each request; `none` at first. */
  faultOf: (asked: { method: string; path: string }) => HttpFault;
  /** How many requests were taken and may still be handed on, or are on their way. */
  underway(): number;
  close(): Promise<void>;
};

const lateMs = 1_000;
const errorOf = (code: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const refusals: Partial<Record<HttpFault, { status: number; body: string }>> = {
  error: { status: 500, body: '' },
  'slow down': { status: 503, body: errorOf('SlowDown', 'Reduce your request rate.') },
  full: { status: 507, body: errorOf('XMinioStorageFull', 'There is no room left.') },
};

/** An HTTP server that hands requests on to another as they are, `Host` included, when nothing befalls them. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  let underway = 0;
  const server = createServer((incoming, answer) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const fault = proxy.faultOf({ method, path });
    // Who goes away is what this server is for.
    incoming.on('error', () => {});
    if (fault === 'reset') return void incoming.socket.destroy();
    if (fault === 'reset half-way')
      return void incoming
        .once('data', () => incoming.socket.destroy())
        .once('end', () => incoming.socket.destroy());
    if (fault === 'silence') return void incoming.resume();
    const refusal = refusals[fault];
    if (refusal) {
      incoming.resume().on('end', () => {
        answer.writeHead(refusal.status, { 'content-type': 'application/xml' });
        answer.end(method === 'HEAD' ? '' : refusal.body);
      });
      return;
    }
    const handOn = () => {
      const onward = request({ hostname, port, method, path, headers, agent: false }, (answered) => {
        if (fault === 'reset after') {
          answered.resume().on('end', () => incoming.socket.destroy());
          return;
        }
        answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
        answered.pipe(answer);
      });
      onward
        .on('error', () => incoming.socket.destroy())
        .on('close', () => {
          underway -= 1;
        });
      incoming.pipe(onward);
    };
    underway += 1;
    if (fault === 'late') setTimeout(handOn, lateMs);
    else handOn();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultyProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faultOf: () => 'none',
    underway: () => underway,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}
