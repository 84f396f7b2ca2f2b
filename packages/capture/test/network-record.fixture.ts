import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a browser did on the network by its own record, whatever was at the other end. */
export type NetworkRecord = {
  /** Names that it looked up, with scheme and port as it writes them. */
  names: string[];
  /** `address:port` of every TCP connection that it tried. */
  connected: string[];
  /** `address:port` that it sent a datagram to. */
  datagrams: string[];
};

export const recordFlag = (path: string) => `--log-net-log=${path}`;

type Event = { type: number; params?: { host?: string; address?: string } };

/** Reads the file that `recordFlag` made the browser write, after it has ended. One event a line, after a line of constants. */
export async function readNetworkRecord(path: string): Promise<NetworkRecord> {
  let types: Record<string, number> | undefined;
  const names = new Set<string>();
  const connected = new Set<string>();
  const datagrams = new Set<string>();
  let remote = '';
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (!types) {
      const start = JSON.parse(`${line.replace(/,$/, '')}}`) as {
        constants: { logEventTypes: Record<string, number> };
      };
      types = start.constants.logEventTypes;
      continue;
    }
    if (!line.startsWith('{"') || !line.includes('"type":')) continue;
    const { type, params } = JSON.parse(line.replace(/\][},]*$|,$/, '')) as Event;
    if (type === types.HOST_RESOLVER_MANAGER_JOB && params?.host) names.add(params.host);
    if (type === types.TCP_CONNECT_ATTEMPT && params?.address) connected.add(params.address);
    if (type === types.UDP_CONNECT && params?.address) remote = params.address;
    // A connected socket's datagrams go where it is connected to; a probe connects and sends nothing.
    if (type === types.UDP_BYTES_SENT) datagrams.add(params?.address ?? remote);
  }
  return { names: [...names], connected: [...connected], datagrams: [...datagrams] };
}
