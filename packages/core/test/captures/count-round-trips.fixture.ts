import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Forwards connections to Postgres, and counts how often the client sends data after it has received a response. */
export async function countRoundTrips(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let count = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let responded = true;
    client.on('data', (chunk) => {
      if (responded) count += 1;
      responded = false;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      responded = true;
      client.write(chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    roundTrips: () => count,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
