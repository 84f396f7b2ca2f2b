import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The network activity of a browser according to its own log. */
export type NetworkRecord = {
  /** Names that the browser resolved, with scheme and port. */
  names: string[];
  /** `address:port` of every attempted TCP connection. */
  connected: string[];
  /** `address:port` of the destination of every datagram. */
  datagrams: string[];
};

export const recordFlag = (path: string) => `--log-net-log=${path}`;

type Event = { type: number; params?: { host?: string; address?: string } };

/**
 * Reads the log that `recordFlag` enabled, after the browser has exited. The log contains a line of constants, then one event per
 * line.
 */
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
    // Datagrams of a connected socket have no separate address. A probe connects without sending anything.
    if (type === types.UDP_BYTES_SENT) datagrams.add(params?.address ?? remote);
  }
  return { names: [...names], connected: [...connected], datagrams: [...datagrams] };
}
