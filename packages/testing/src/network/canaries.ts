import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export type ChannelTraffic = { channel: string; connections: number; datagrams: number; bytes: number };
export type Canaries = {
  /** The port of each channel, for TCP and UDP, on 127.0.0.1 and on ::1. */
  ports: Readonly<Record<string, number>>;
  /** The channels that received a connection or a datagram, even without data. */
  traffic(): ChannelTraffic[];
  close(): Promise<void>;
};

/** The response to every request. Its CORS headers let the page read it. */
const cannedResponse =
  'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *\r\n' +
  'Content-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

const loopbacks = ['127.0.0.1', '::1'] as const;

/**
 * Opens sockets on loopback that pages must not reach. Each channel has its own port, so a connection shows which channel
 * leaks. The sockets respond like a web server, as services in a worker's network would.
 */
export async function startCanaries(channels: readonly string[]): Promise<Canaries> {
  const opened = await Promise.all(channels.map(openCanary));
  return {
    ports: Object.fromEntries(opened.map(({ traffic, port }) => [traffic.channel, port])),
    traffic: () => opened.map(({ traffic }) => ({ ...traffic })).filter(hasTraffic),
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  };
}

function hasTraffic({ connections, datagrams }: ChannelTraffic): boolean {
  return connections + datagrams > 0;
}

async function openCanary(channel: string) {
  const traffic: ChannelTraffic = { channel, connections: 0, datagrams: 0, bytes: 0 };
  return { traffic, ...(await listenEverywhere(traffic)) };
}

/** Binds every socket to the same port. If any of the sockets cannot be bound, tries another port. */
async function listenEverywhere(traffic: ChannelTraffic): Promise<{ port: number; close(): Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => void (await Promise.all(closers.map((end) => end())));
  let port = 0;
  try {
    for (const address of loopbacks) {
      const tcp = await listenTcp(traffic, address, port).catch(nullIfUnavailable);
      if (!tcp) continue;
      closers.push(tcp.close);
      port = tcp.port;
      closers.push((await listenUdp(traffic, address, port)).close);
    }
    return { port, close };
  } catch (error) {
    await close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listenEverywhere(traffic);
  }
}

/** A machine without IPv6 has no ::1. */
function nullIfUnavailable(error: NodeJS.ErrnoException): null {
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
  throw error;
}

async function listenTcp(traffic: ChannelTraffic, address: string, wanted: number) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    traffic.connections += 1;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => socket.end(cannedResponse));
    socket.on('data', (chunk: Buffer) => {
      traffic.bytes += chunk.length;
    });
  });
  server.listen(wanted, address);
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function listenUdp(traffic: ChannelTraffic, address: string, port: number) {
  const socket: UdpSocket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', (message) => {
    traffic.datagrams += 1;
    traffic.bytes += message.length;
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  const close = async () => {
    socket.close();
    await once(socket, 'close');
  };
  return { close };
}
