import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EgressSession } from '../egress-session.ts';
import { ignore, startTcpServer } from '../targets/loopback-server.fixture.ts';

/** Starts a target that records the bytes that it receives and sends `response` after the first header section. */
export async function startRecorder(response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok') {
  let received = '';
  const server = await startTcpServer((socket) => {
    let header = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      received += data;
      const hadHeader = header.includes('\r\n\r\n');
      header += data;
      if (!hadHeader && header.includes('\r\n\r\n')) socket.write(Buffer.from(response, 'latin1'));
    });
  });
  return Object.assign(server, { host: `127.0.0.1:${server.port}`, received: () => received });
}

/** Sends bytes to the proxy and returns everything that the proxy sends until it closes the connection. */
export async function sendRaw(session: EgressSession, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(session.proxyUrl).port), '127.0.0.1');
  socket.on('error', ignore);
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket.setEncoding('latin1')).catch(() => '');
}

/** Creates a request that asks the proxy to close the connection afterwards. `fields` must end with CRLF. */
export const request = (method: string, host: string, fields = '', body = '') =>
  `${method} http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${fields}\r\n${body}`;

/** Returns the status of each response in `output`. */
export const statuses = (output: string) =>
  [...output.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
