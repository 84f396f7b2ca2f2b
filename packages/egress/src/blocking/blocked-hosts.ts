import type { BlockCategory } from './block-category.ts';
import type { BlockLists } from './block-lists.ts';
import { createHostTable } from './host-table.ts';
import { neverBlocked } from './never-blocked.ts';
import { readThirdPartyHosts } from './third-party-hosts.ts';

/** What can be blocked. All captures of a process share this object. */
export type BlockedHosts = {
  /** Returns the first of `categories` to which a normalized host belongs, or null if the host must not be blocked. */
  categoryOf(host: string, categories: readonly BlockCategory[]): BlockCategory | null;
  /**
   * Returns the registrable domain of a normalized host, or the host itself if it is an address or has no public suffix.
   */
  siteOf(host: string): string;
};

/**
 * Reads the hosts on the first call, so that a process that never blocks anything does not spend time and memory on them.
 */
export type LoadBlockedHosts = () => Promise<BlockedHosts>;

export function createBlockedHostsLoader(lists: BlockLists | null): LoadBlockedHosts {
  let loading: Promise<BlockedHosts> | null = null;
  return () => {
    loading ??= readBlockedHosts(lists).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function readBlockedHosts(lists: BlockLists | null): Promise<BlockedHosts> {
  const { getDomain } = await import('tldts');
  // Each customer of a host such as `github.io` counts as a separate site, as in browsers.
  const registrable = (host: string) =>
    getDomain(host, { allowPrivateDomains: true, extractHostname: false });
  const { blocked, consent } = await readThirdPartyHosts((domain) => registrable(domain) === null);
  const never = createHostTable<true>();
  for (const domain of [...neverBlocked, ...consent]) never.addDomain(domain, true);
  return {
    siteOf: (host) => registrable(host) ?? host,
    categoryOf(host, categories) {
      const known = blocked.find(host);
      const category = categories.find((one) => one === known || lists?.blocks(host, one));
      if (!category || never.find(host) || lists?.isException(host)) return null;
      return category;
    },
  };
}
