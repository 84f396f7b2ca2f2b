import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { defaultConnectionLimits, limitConnections } from './connection-limits.ts';

test('beyond the maximum, a connection ends the one that waits longest, and none that is being served', async () => {
  const held = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/held') held.resolve(response);
    else request.resume().on('end', () => response.end('served'));
  });
  const warnings: unknown[][] = [];
  limitConnections(
    server,
    { ...defaultConnectionLimits, maxConnections: 3 },
    { warn: (...line: unknown[]) => void warnings.push(line) },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (head: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(head);
    return socket;
  };
  const closed = (socket: Socket) =>
    new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)));

  const busy = await open('GET /held HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const response = await held.promise;
  const slowHeaders = (await open('GET / HTTP/1.1\r\nHo')).resume();
  const slowBody = (await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf')).resume();
  // Slow clients have taken all places, and a request that arrives promptly is served.
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('served');
  await closed(slowHeaders);
  expect(slowBody.destroyed).toBe(false);
  await open('GET ');
  await closed(slowBody);
  response.end('held');
  expect(await text(busy)).toMatch(/^HTTP\/1\.1 200 .*held/s);
  expect(warnings).toHaveLength(1);
  server.closeAllConnections();
  server.close();
});
