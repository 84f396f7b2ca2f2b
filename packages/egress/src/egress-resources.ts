import { readFileSync } from 'node:fs';
import { cacheFile } from './names/cached-file.ts';
import { type HostsFile, parseHostsFile } from './names/hosts-file.ts';
import { parseResolvConf, type ResolvConf } from './names/resolv-conf.ts';
import { createSharedSlots, type SharedSlots } from './targets/shared-slots.ts';

/**
 * Resources that all egress sessions of a process share: the slots for name lookups and connections, and the configuration of
 * name resolution.
 */
export type EgressResources = {
  /** Name lookups in progress. */
  readonly lookups: SharedSlots;
  /** Connections to targets that are open or being established. */
  readonly connections: SharedSlots;
  hostsFile(): HostsFile;
  resolvConf(): ResolvConf;
  /** Overrides the name servers in `resolvConf`. */
  readonly nameServers?: readonly string[];
};

export type EgressResourcesOptions = {
  hostsPath?: string;
  resolvConfPath?: string;
  /** Addresses with ports (`127.0.0.1:5353`). Defaults to the system's name servers. */
  nameServers?: readonly string[];
  /** Number of files that the process may open. Defaults to the system's limit. */
  openFiles?: number;
};

/** Call this only once per process, because all sessions of the process must share the result. */
export function createEgressResources(options: EgressResourcesOptions = {}): EgressResources {
  const { hostsPath = '/etc/hosts', resolvConfPath = '/etc/resolv.conf', nameServers } = options;
  const { openFiles = openFilesLimit() } = options;
  return {
    // Each lookup sends two queries. A local resolver such as dnsmasq accepts 150 concurrent queries.
    lookups: createSharedSlots({ total: 64, perSession: 16, reserved: 4 }),
    // A connection uses two files, one for the browser and one for the target, so all connections together use a quarter
    // of the files.
    connections: createSharedSlots({ total: Math.floor(openFiles / 8), perSession: 128, reserved: 16 }),
    hostsFile: cacheFile(hostsPath, parseHostsFile),
    resolvConf: cacheFile(resolvConfPath, parseResolvConf),
    ...(nameServers && { nameServers }),
  };
}

/** The soft limit on open files on Linux; on other systems, a limit that all of them permit. */
function openFilesLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? 1_024 : Number(limit);
  } catch {
    return 1_024;
  }
}
