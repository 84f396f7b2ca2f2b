import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { nameKinds } from './behaviors/networks.ts';

type NameKind = (typeof nameKinds)[number];
type Answer = { code: number; addresses: string[] };

const slowMs = 3_000;
const noError = 0;
const serverFailure = 2;
const noSuchName = 3;

/**
 * All names resolve to loopback or private addresses, so no request reaches the internet even if the egress guard fails.
 */
const answers: Record<Exclude<NameKind, 'silent' | 'garbage'>, Answer> = {
  loopback: { code: noError, addresses: ['127.0.0.1'] },
  private: { code: noError, addresses: ['10.0.0.1', '192.168.0.1'] },
  many: { code: noError, addresses: Array.from({ length: 60 }, (_, at) => `127.0.0.${at + 1}`) },
  alias: { code: noError, addresses: ['127.0.0.1'] },
  slow: { code: noError, addresses: ['127.0.0.1'] },
  missing: { code: noSuchName, addresses: [] },
  failed: { code: serverFailure, addresses: [] },
};

export type NameServer = { port: number; queries(): number; close(): Promise<void> };

/**
 * A DNS server on loopback. The part of the first label before the hyphen selects the response, and all other names get
 * NXDOMAIN.
 */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  let queries = 0;
  let closed = false;
  socket.on('message', async (query, { port, address }) => {
    queries += 1;
    const length = query[12] ?? 0;
    const kind = query
      .subarray(13, 13 + length)
      .toString('latin1')
      .split('-')[0] as NameKind;
    if (kind === 'silent') return;
    if (kind === 'slow') await delay(slowMs, undefined, { ref: false });
    if (closed) return;
    const response =
      kind === 'garbage'
        ? Buffer.concat([query.subarray(0, 2), Buffer.alloc(40, 0xff)])
        : respond(query, answers[kind] ?? answers.missing);
    socket.send(response, port, address);
  });
  socket.on('error', () => undefined);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    queries: () => queries,
    async close() {
      closed = true;
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** RFC 1035, section 4. Only queries for IPv4 addresses receive a response with an address. */
function respond(query: Buffer, { code, addresses }: Answer): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const records = query.readUInt16BE(end - 4) === 1 ? addresses.map(addressRecord) : [];
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  for (const [at, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}

/** A record of type A and class IN with a TTL of 0, for the queried name. */
function addressRecord(address: string): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(4, 10);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
