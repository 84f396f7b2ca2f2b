// A program that keeps sending requests that the API must reject, over several connections: `node abusive-clients.ts PORT
// KIND CONNECTIONS KEY`. Its parent process requests the results and then terminates it.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { argv } from 'node:process';
import { gzipSync } from 'node:zlib';

/** Results of the abusive clients so far: bytes sent, and responses by status. */
export type AbusiveClients = { connections: number; sentBytes: number; statuses: Record<string, number> };

const [port, kind, count, key] = argv.slice(2);
const mebibyte = 1_048_576;
const host = 'Host: localhost\r\n';
const post = `POST /api/v1/schedules HTTP/1.1\r\n${host}X-API-Key: ${key}\r\nContent-Type: application/json\r\n`;
const endless = 10_000 * mebibyte;
/** 100 MiB of spaces, compressed to 100 KiB. */
const bomb = () => gzipSync(Buffer.alloc(100 * mebibyte, ' '));
const repeated = (text: string, bytes: number) => Buffer.from(text.repeat(Math.ceil(bytes / text.length)));
/** A complete request to `path`. Its body is a 1.9 MB object with 220,000 unknown fields. */
function requestOfUnknownFields(path: string, headers = ''): Buffer {
  const names = Array.from({ length: 220_000 }, (_, n) => `"${n.toString(36)}":1`);
  const body = `{${names.join(',')}}`;
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${host}${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** `rest` is sent this many times after the head. */
type Kind = { head: string; rest: () => Buffer; times: number };
const kinds: Record<string, Kind> = {
  'a body with Content-Length': {
    head: `${post}Content-Length: ${endless}\r\n\r\n`,
    rest: () => Buffer.alloc(mebibyte, ' '),
    times: Number.POSITIVE_INFINITY,
  },
  'a body without a key': {
    head: `POST /api/v1/schedules HTTP/1.1\r\n${host}Content-Length: ${endless}\r\n\r\n`,
    rest: () => Buffer.alloc(mebibyte, ' '),
    times: Number.POSITIVE_INFINITY,
  },
  'a chunked body': {
    head: `${post}Transfer-Encoding: chunked\r\n\r\n`,
    rest: () => Buffer.from(`${mebibyte.toString(16)}\r\n${' '.repeat(mebibyte)}\r\n`),
    times: Number.POSITIVE_INFINITY,
  },
  'a body that grows when it is decompressed': {
    head: `${post}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`,
    rest: () => {
      const body = bomb();
      return Buffer.concat([
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from('\r\n0\r\n\r\n'),
      ]);
    },
    times: 1,
  },
  'unknown fields without a key': {
    head: '',
    rest: () => requestOfUnknownFields('/api/v1/session'),
    times: Number.POSITIVE_INFINITY,
  },
  'unknown fields with a key': {
    head: '',
    rest: () => requestOfUnknownFields('/api/v1/schedules', `X-API-Key: ${key}\r\n`),
    times: Number.POSITIVE_INFINITY,
  },
  'a header without an end': {
    head: `GET /api/v1/schedules HTTP/1.1\r\n${host}X-Long: `,
    rest: () => Buffer.alloc(mebibyte, 'x'),
    times: Number.POSITIVE_INFINITY,
  },
  'headers without an end': {
    head: `GET /api/v1/schedules HTTP/1.1\r\n${host}`,
    rest: () => repeated('a: b\r\n', mebibyte),
    times: Number.POSITIVE_INFINITY,
  },
  'pipelined requests with a key': {
    head: '',
    rest: () => repeated(`GET /api/v1/me HTTP/1.1\r\n${host}X-API-Key: ${key}\r\n\r\n`, mebibyte),
    times: Number.POSITIVE_INFINITY,
  },
  'pipelined requests without a key': {
    head: '',
    rest: () => repeated(`GET / HTTP/1.1\r\n${host}\r\n`, mebibyte),
    times: Number.POSITIVE_INFINITY,
  },
};
const seen: AbusiveClients = { connections: 0, sentBytes: 0, statuses: {} };

async function attack(head: string, body: Buffer, times: number): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  const closed = once(socket, 'close').catch(() => undefined);
  socket.on('error', () => socket.destroy());
  socket.on('data', countStatuses);
  seen.connections += 1;
  socket.write(head);
  for (let n = 0; n < times && socket.writable; n += 1) {
    if (!socket.write(body)) await Promise.race([drained(socket), closed]);
    seen.sentBytes += body.length;
  }
  await closed;
}

const drained = (socket: Socket) => new Promise((resolve) => socket.once('drain', resolve));

function countStatuses(data: Buffer): void {
  for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g))
    seen.statuses[status!] = (seen.statuses[status!] ?? 0) + 1;
}

process.on('message', () => process.send!(seen));
process.on('disconnect', () => process.exit());
const { head, rest: makeRest, times } = kinds[kind!]!;
const rest = makeRest();
await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    for (;;) await attack(head, rest, times);
  }),
);
