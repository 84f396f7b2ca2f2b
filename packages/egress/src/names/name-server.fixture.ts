import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';

export type RecordType = 'A' | 'AAAA';
/** Addresses of the queried type, a DNS error, a truncated response without addresses, or no response at all. */
export type NameServerAnswer = string[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'truncated' | 'silence';
type Transport = 'udp' | 'tcp';
export type NameServerRule = (name: string, type: RecordType, transport: Transport) => NameServerAnswer;
type Query = { name: string; type: RecordType; transport: Transport };

const responseCodes = { truncated: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const truncatedFlag = 0x0200;
const recordTypes = { A: 1, AAAA: 28 };

/**
 * Starts a DNS server on loopback, for UDP and TCP. A response with addresses consists of a CNAME record and the address
 * records, all with a TTL of 0. `address` is the address of the server with its port, and `resolve` queries the server
 * for A records.
 */
export async function startNameServer(rule: NameServerRule) {
  const queries: Query[] = [];
  const respond = (query: Buffer, transport: Transport): Buffer | null => {
    const question = parseQuestion(query);
    queries.push({ name: question.name, type: question.type, transport });
    const answer = rule(question.name, question.type, transport);
    return answer === 'silence' ? null : buildResponse(query, question, answer);
  };
  const { socket, server, port } = await listenOnOnePort();
  socket.on('message', (query, client) => {
    const response = respond(query, 'udp');
    if (response) socket.send(response, client.port, client.address);
  });
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.on('error', () => {}).once('close', () => connections.delete(connection));
    readMessages(connection, (query) => {
      const response = respond(query, 'tcp');
      if (response) connection.write(Buffer.concat([lengthPrefix(response.length), response]));
    });
  });
  const address = `127.0.0.1:${port}`;
  const resolver = new Resolver();
  resolver.setServers([address]);
  return {
    address,
    resolve: (host: string) => resolver.resolve4(host),
    queries: (): readonly Query[] => queries,
    /** Open TCP connections. */
    connections: () => connections.size,
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.destroy();
      server.close();
      socket.close();
      await Promise.all([once(socket, 'close'), once(server, 'close')]);
    },
  };
}

/** Chooses a TCP port first and retries if the same UDP port is in use. */
async function listenOnOnePort() {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = createSocket('udp4');
    socket.bind(port, '127.0.0.1');
    try {
      await once(socket, 'listening');
      return { socket, server, port };
    } catch {
      server.close();
    }
  }
}

/** DNS over TCP: each message is preceded by its length (RFC 1035, section 4.2.2). */
function readMessages(connection: Socket, onMessage: (message: Buffer) => void): void {
  let unread = Buffer.alloc(0);
  connection.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 2 && unread.length >= 2 + unread.readUInt16BE(0)) {
      const end = 2 + unread.readUInt16BE(0);
      onMessage(unread.subarray(2, end));
      unread = unread.subarray(end);
    }
  });
}

function lengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(2);
  prefix.writeUInt16BE(length);
  return prefix;
}

/** Responds to each query with the next element of `addresses`, and repeats the last one. */
export function answerInTurn(...addresses: string[]): NameServerRule {
  const remaining = [...addresses];
  return () => [remaining.length > 1 ? remaining.shift()! : remaining[0]!];
}

type Question = { name: string; type: RecordType; end: number };

function parseQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === recordTypes.AAAA ? 'AAAA' : 'A';
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

/** RFC 1035, section 4: the question, then `question CNAME alias.test` and an address record of `alias.test` for each address. */
function buildResponse(
  query: Buffer,
  { type, end }: Question,
  answer: Exclude<NameServerAnswer, 'silence'>,
): Buffer {
  const addresses = Array.isArray(answer) ? answer : [];
  const head = Buffer.from(query.subarray(0, 12));
  const flags = Array.isArray(answer) ? 0 : responseCodes[answer];
  head.writeUInt16BE(0x8180 + flags + (answer === 'truncated' ? truncatedFlag : 0), 2);
  head.writeUInt16BE(addresses.length > 0 ? addresses.length + 1 : 0, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const question = query.subarray(12, end);
  if (addresses.length === 0) return Buffer.concat([head, question]);
  const aliasAt = 0xc000 | (end + 12);
  return Buffer.concat([
    head,
    question,
    resourceRecord(0xc00c, 5, Buffer.from('\x05alias\x04test\0', 'latin1')),
    ...addresses.map((address) => resourceRecord(aliasAt, recordTypes[type], addressBytes(address))),
  ]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [left = '', right = ''] = address.split('::');
  const [first, last] = [left, right].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - first!.length - last!.length).fill('0');
  const bytes = Buffer.alloc(16);
  [...first!, ...zeros, ...last!].forEach((group, i) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * i);
  });
  return bytes;
}

/**
 * A resource record of class IN with a TTL of 0. `name` is a compression pointer to a name that occurs earlier in the
 * message.
 */
function resourceRecord(name: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(name, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
