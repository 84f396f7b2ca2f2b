import type { Socket } from 'node:net';

/** Joins a CONNECT client to its target. Either side's end ends both, so no target outlives the browser's interest. */
export function tunnel(client: Socket, target: Socket, head: Buffer): void {
  client.setNoDelay(true);
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) target.write(head);
  client.on('error', () => target.destroy());
  client.once('close', () => target.destroy());
  // What the target had sent is still written out.
  target.once('close', () => client.destroySoon());
  client.pipe(target);
  target.pipe(client);
}
