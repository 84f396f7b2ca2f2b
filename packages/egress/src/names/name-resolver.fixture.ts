import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createEgressResources } from '../egress-resources.ts';
import { createNameResolver } from './name-resolver.ts';
import { type NameServerRule, startNameServer } from './name-server.fixture.ts';

/** Starts a resolver with its own name server, hosts file and resolv.conf. */
export async function startResolver(
  rule: NameServerRule,
  {
    hosts = '',
    resolvConf = 'options timeout:1 attempts:1',
    ownAddresses = ['192.0.2.1'],
    /** Name servers that are queried before the resolver's own. */
    earlierServers = [] as string[],
  } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'name-resolver-'));
  const [hostsPath, resolvConfPath] = [path.join(folder, 'hosts'), path.join(folder, 'resolv.conf')];
  writeFileSync(hostsPath, hosts);
  writeFileSync(resolvConfPath, resolvConf);
  const server = await startNameServer(rule);
  const closing = new AbortController();
  onTestFinished(async () => {
    closing.abort();
    rmSync(folder, { recursive: true });
    await server[Symbol.asyncDispose]();
  });
  const nameServers = [...earlierServers, server.address];
  const resources = createEgressResources({ hostsPath, resolvConfPath, nameServers });
  const resolve = createNameResolver(resources, ownAddresses);
  return {
    hostsPath,
    resolve: (host: string, signal = closing.signal) => resolve(host, signal),
    queries: server.queries,
    openTcpConnections: server.connections,
    queriedNames: () => [...new Set(server.queries().map(({ name }) => name))],
  };
}

export const byType =
  (a: string[], aaaa: string[]): NameServerRule =>
  (_, type) =>
    type === 'A' ? a : aaaa;
