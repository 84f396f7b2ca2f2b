import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server on loopback that counts who came and what they sent. */
export type Listener = AsyncDisposable & {
  port: number;
  connections(): number;
  bytes(): number;
  open(): number;
};

export const silent = () => {};

/** A raw TCP server; `serve` silent makes it a canary. */
export function openTcp(serve: (socket: Socket) => void, address = '127.0.0.1', port = 0): Promise<Listener> {
  return listen(createServer(serve), address, port);
}

/** Sends for ever, and takes no notice when the other side has finished: only a destroyed connection stops it. */
export function openEndless(): Promise<Listener> {
  const block = Buffer.alloc(64 * 1024);
  const serve = (socket: Socket) => {
    const more = () => {
      while (socket.write(block));
    };
    socket.on('drain', more);
    more();
  };
  return listen(createServer({ allowHalfOpen: true }, serve), '127.0.0.1', 0);
}

export function openSite(serve: http.RequestListener): Promise<Listener> {
  return listen(http.createServer(serve), '127.0.0.1', 0);
}

async function listen(server: Server, address: string, port: number): Promise<Listener> {
  const sockets = new Set<Socket>();
  let [connections, bytes] = [0, 0];
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', silent);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    bytes: () => bytes,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };

/** A plain-HTTP request through a proxy, as a browser sends it; rejects when the answer breaks off. */
export async function get(
  proxyUrl: string,
  url: string,
  init: http.RequestOptions = {},
  body = '',
): Promise<Answer> {
  const { hostname, port } = new URL(proxyUrl);
  const request = http.request({
    host: hostname,
    port,
    path: url,
    headers: { host: new URL(url).host },
    agent: false,
    ...init,
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

/** A CONNECT through a proxy; `socket` is the tunnel when the status is 200. */
export async function connectThrough(
  proxyUrl: string,
  authority: string,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; socket: Socket }> {
  const { hostname, port } = new URL(proxyUrl);
  const request = http.request({ host: hostname, port, method: 'CONNECT', path: authority, agent: false });
  request.end();
  const [response, socket, head] = (await once(request, 'connect')) as [http.IncomingMessage, Socket, Buffer];
  if (head.length > 0) socket.unshift(head);
  socket.on('error', silent);
  return { status: response.statusCode!, headers: response.headers, socket };
}

/** A GET inside a tunnel, as https and ws do it. */
export async function getInside(socket: Socket, host: string, headers = ''): Promise<string> {
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
  return text(socket);
}
