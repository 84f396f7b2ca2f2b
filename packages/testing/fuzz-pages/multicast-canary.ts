import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';

const group = '224.0.0.251';
const port = 5_353;

export type MulticastCanary = {
  /** Number of datagrams that contained the text. */
  heard(): number;
  close(): Promise<void>;
};

/** Listens for mDNS queries that contain `text`, on every IPv4 interface. Null where the group cannot be joined. */
export async function startMulticastCanary(text: string): Promise<MulticastCanary | null> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  let heard = 0;
  socket.on('message', (message) => {
    if (message.includes(text)) heard += 1;
  });
  try {
    socket.bind(port);
    await once(socket, 'listening');
    const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    for (const { address, family } of addresses) if (family === 'IPv4') socket.addMembership(group, address);
  } catch {
    socket.close();
    return null;
  }
  return {
    heard: () => heard,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
