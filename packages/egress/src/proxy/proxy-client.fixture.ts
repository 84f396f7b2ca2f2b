import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type ProxyResponse = { status: number; headers: http.IncomingHttpHeaders; body: string };

/** Sends a plain HTTP request through a proxy, as a browser does. Rejects if the response is truncated. */
export async function requestThrough(
  proxyUrl: string,
  url: string,
  init: http.RequestOptions = {},
  body = '',
): Promise<ProxyResponse> {
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

/** Sends a CONNECT request to a proxy. If the status is 200, `socket` is the tunnel. */
export async function connectThrough(
  proxyUrl: string,
  authority: string,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; socket: Socket }> {
  const { hostname, port } = new URL(proxyUrl);
  const request = http.request({ host: hostname, port, method: 'CONNECT', path: authority, agent: false });
  request.end();
  const [response, socket, head] = (await once(request, 'connect')) as [http.IncomingMessage, Socket, Buffer];
  if (head.length > 0) socket.unshift(head);
  socket.on('error', () => {});
  return { status: response.statusCode!, headers: response.headers, socket };
}

/** Sends a GET request inside a tunnel, as browsers do for https and ws. */
export async function requestInTunnel(socket: Socket, host: string, headers = ''): Promise<string> {
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
  return text(socket);
}
