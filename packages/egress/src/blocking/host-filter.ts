import { normalizeHost } from '../policy/host-names.ts';
import { type BlockCategory, blockCategories } from './block-category.ts';
import type { BlockedHosts } from './blocked-hosts.ts';

/** Decides which hosts one capture must not connect to because they serve ads, trackers or chats. */
export type HostFilter = {
  /** Returns the category of a normalized host that is blocked, and counts the host; null if the host is not blocked. */
  block(host: string): Promise<BlockCategory | null>;
  /**
   * Exempts the site of this URL from blocking from now on. The URL is that of the page or of a document to which the
   * page navigated.
   */
  exempt(url: string): void;
  /** Whether a connection to the host of this URL was blocked. */
  wasBlocked(url: string): boolean;
  /** The first 1,000 hosts to which connections were blocked. */
  blockedHosts(): readonly string[];
  /** Numbers of blocked connections. */
  counts(): Record<BlockCategory, number>;
};

/** A hostile page can request any number of hosts and navigate as often as it likes. */
const maxHosts = 1_000;
const maxSites = 100;

/**
 * @param options.pageUrl the requested page
 * @param options.documentsKnown called before a host is blocked. Resolves when `exempt` has been called for all documents that the browser has begun to load
 */
export function createHostFilter(
  hosts: BlockedHosts,
  options: {
    categories: readonly BlockCategory[];
    pageUrl: string;
    documentsKnown: () => Promise<void>;
  },
): HostFilter {
  const { categories, documentsKnown } = options;
  const counted = new Map(blockCategories.map((category) => [category, 0]));
  const blockedHosts = new Set<string>();
  const sites = new Set<string>();
  const exempt = (url: string) => {
    if (sites.size < maxSites && URL.canParse(url)) sites.add(hosts.siteOf(hostOf(url)));
  };
  exempt(options.pageUrl);
  return {
    async block(host) {
      const category = hosts.categoryOf(host, categories);
      if (category === null || sites.has(hosts.siteOf(host))) return null;
      await documentsKnown();
      if (sites.has(hosts.siteOf(host))) return null;
      counted.set(category, counted.get(category)! + 1);
      if (blockedHosts.size < maxHosts) blockedHosts.add(host);
      return category;
    },
    exempt,
    wasBlocked: (url) => blockedHosts.size > 0 && URL.canParse(url) && blockedHosts.has(hostOf(url)),
    blockedHosts: () => [...blockedHosts],
    counts: () => Object.fromEntries(counted) as Record<BlockCategory, number>,
  };
}

function hostOf(url: string): string {
  return normalizeHost(new URL(url).hostname);
}
