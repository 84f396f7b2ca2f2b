import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';

/**
 * A DNS server on loopback that answers each question with an alias (CNAME) and the next of `addresses` for it, both
 * with a time to live of 0; the last address stays. `resolve` asks it as a session's resolver would.
 */
export async function openNameServer(addresses: string[]) {
  const left = [...addresses];
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (question, { port, address }) => {
    questions += 1;
    const next = left.length > 1 ? left.shift()! : left[0]!;
    socket.send(answerTo(question, next), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolve: (host: string) => resolver.resolve4(host),
    questions: () => questions,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** RFC 1035, section 4: the question again, then `question CNAME alias.test` and `alias.test A address`. */
function answerTo(question: Buffer, address: string): Buffer {
  // A name ends with an empty label; its type and class follow.
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(2, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const alias = Buffer.from('\x05alias\x04test\0', 'latin1');
  const aliasAt = end + 12;
  return Buffer.concat([
    head,
    question.subarray(12, end),
    record(0xc00c, 5, alias),
    record(0xc000 | aliasAt, 1, Buffer.from(address.split('.').map(Number))),
  ]);
}

/** A record of class IN with a time to live of 0; `name` points at where the name was written before. */
function record(name: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(name, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
