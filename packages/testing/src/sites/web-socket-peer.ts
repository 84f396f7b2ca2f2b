import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { queryNumber } from './query-number.ts';

/** Accepts a WebSocket (RFC 6455), discards what it receives, and sends `count` text frames of `size` equal bytes. */
export function acceptWebSocket(request: IncomingMessage, socket: Socket): void {
  acceptUpgrade(request, socket);
  const url = new URL(request.url ?? '/', 'http://site.invalid');
  const size = queryNumber(url, 'size');
  let left = size > 0 ? queryNumber(url, 'count', 1) : 0;
  const payload = Buffer.alloc(size, queryNumber(url, 'byte', 120));
  const send = () => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      socket.write(frameHeader(size));
      if (!socket.write(payload)) return void socket.once('drain', send);
    }
  };
  send();
}

/**
 * Accepts a WebSocket and sends a one-byte message after `first` milliseconds, every `every` milliseconds, or both
 * (query).
 */
export function acceptTimedWebSocket(request: IncomingMessage, socket: Socket): void {
  acceptUpgrade(request, socket);
  const url = new URL(request.url ?? '/', 'http://site.invalid');
  const [first, every] = [queryNumber(url, 'first'), queryNumber(url, 'every')];
  const send = () => socket.write(Buffer.concat([frameHeader(1), Buffer.from('1')]));
  const timers = [...(first ? [setTimeout(send, first)] : []), ...(every ? [setInterval(send, every)] : [])];
  socket.once('close', () => timers.forEach(clearTimeout));
}

function acceptUpgrade(request: IncomingMessage, socket: Socket): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}

/** The header of an unmasked, final text frame. */
function frameHeader(size: number): Buffer {
  if (size < 126) return Buffer.from([0x81, size]);
  const header = Buffer.alloc(size < 65_536 ? 4 : 10);
  header[0] = 0x81;
  if (size < 65_536) {
    header[1] = 126;
    header.writeUInt16BE(size, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(size), 2);
  }
  return header;
}
