import type { Socket } from 'node:net';

/**
 * Connects a CONNECT client to its target. When either side closes, both are closed, so no target connection outlives its
 * client.
 */
export function tunnel(client: Socket, target: Socket, head: Buffer): void {
  client.setNoDelay(true);
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) target.write(head);
  client.on('error', () => target.destroy());
  client.once('close', () => target.destroy());
  // Data that the target has already sent is still forwarded to the client.
  target.once('close', () => client.destroySoon());
  client.pipe(target);
  target.pipe(client);
}
