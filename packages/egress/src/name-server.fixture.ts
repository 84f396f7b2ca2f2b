import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

export type RecordType = 'A' | 'AAAA';
/** Addresses of the queried type, a DNS error, or no response at all. */
export type NameServerAnswer = string[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silence';
export type NameServerRule = (name: string, type: RecordType) => NameServerAnswer;

const responseCodes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const recordTypes = { A: 1, AAAA: 28 };

/**
 * Starts a DNS server on loopback. An answer with addresses consists of a CNAME record and the address records, all with a
 * TTL of 0. `address` is the server's address with its port, and `resolve` queries the server for A records.
 */
export async function startNameServer(rule: NameServerRule) {
  const socket = createSocket('udp4');
  const queries: { name: string; type: RecordType }[] = [];
  socket.on('message', (query, { port, address }) => {
    const question = parseQuestion(query);
    queries.push(question);
    const answer = rule(question.name, question.type);
    if (answer !== 'silence') socket.send(buildResponse(query, question, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = `127.0.0.1:${socket.address().port}`;
  const resolver = new Resolver();
  resolver.setServers([address]);
  return {
    address,
    resolve: (host: string) => resolver.resolve4(host),
    queries: (): readonly { name: string; type: RecordType }[] => queries,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Answers each query with the next of `addresses`. The last address is repeated. */
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
  head.writeUInt16BE(0x8180 + (Array.isArray(answer) ? 0 : responseCodes[answer]), 2);
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

/** A resource record of class IN with a TTL of 0. `name` is a compression pointer to an earlier name. */
function resourceRecord(name: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(name, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
