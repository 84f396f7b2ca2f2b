import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';

/**
 * Starts a DNS server on loopback that answers each query with a CNAME record and the next of `addresses`, both with a TTL
 * of 0. The last address is repeated. `resolve` queries the server.
 */
export async function startNameServer(addresses: string[]) {
  const remaining = [...addresses];
  const socket = createSocket('udp4');
  let queries = 0;
  socket.on('message', (query, { port, address }) => {
    queries += 1;
    const next = remaining.length > 1 ? remaining.shift()! : remaining[0]!;
    socket.send(buildResponse(query, next), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolve: (host: string) => resolver.resolve4(host),
    queries: () => queries,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** RFC 1035, section 4: the question, then `question CNAME alias.test` and `alias.test A address`. */
function buildResponse(query: Buffer, address: string): Buffer {
  // The name ends with an empty label, followed by type and class.
  const end = query.indexOf(0, 12) + 5;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(2, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const alias = Buffer.from('\x05alias\x04test\0', 'latin1');
  const aliasAt = end + 12;
  return Buffer.concat([
    head,
    query.subarray(12, end),
    resourceRecord(0xc00c, 5, alias),
    resourceRecord(0xc000 | aliasAt, 1, Buffer.from(address.split('.').map(Number))),
  ]);
}

/** A resource record of class IN with a TTL of 0. `name` is a compression pointer to an earlier name. */
function resourceRecord(name: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(name, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
