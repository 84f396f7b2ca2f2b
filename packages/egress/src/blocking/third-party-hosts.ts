import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BlockCategory } from './block-category.ts';
import { contentDomains } from './content-domains.ts';
import { createHostTable, type HostTable } from './host-table.ts';

/** The fields of a `third-party-web` entity that this module reads. A domain that starts with `*.` includes its subdomains. */
type Entity = { category: string; domains: string[] };

const categories: Record<string, BlockCategory> = {
  ad: 'ads',
  analytics: 'trackers',
  marketing: 'trackers',
  'tag-manager': 'trackers',
  'customer-success': 'chats',
};

/** Hosts that serve only ads, trackers or chats, but whose domains also serve other content. */
const addedHosts: readonly (readonly [domain: string, category: BlockCategory])[] = [
  // Microsoft Advertising's universal event tracking, and Clarity.
  ['bat.bing.com', 'trackers'],
  ['clarity.ms', 'trackers'],
  // LinkedIn's Insight Tag.
  ['snap.licdn.com', 'trackers'],
  ['ads.linkedin.com', 'ads'],
  ['ads.yahoo.com', 'ads'],
  // The TikTok Pixel, the Pinterest tag and the Snap Pixel.
  ['analytics.tiktok.com', 'trackers'],
  ['ct.pinterest.com', 'trackers'],
  ['tr.snapchat.com', 'trackers'],
  ['munchkin.marketo.net', 'trackers'],
  // The requests that the widgets of Zendesk and Help Scout send when they start.
  ['ekr.zdassets.com', 'chats'],
  ['beacon-v2.helpscout.net', 'chats'],
];

export type ThirdPartyHosts = {
  blocked: HostTable<BlockCategory | null>;
  /** Hosts of consent managers. */
  consent: readonly string[];
};

/**
 * Reads the hosts of `third-party-web`. Only the hosts that can be blocked are kept.
 * @param isShared whether other parties register domains below this one, in which case it must not be blocked
 */
export async function readThirdPartyHosts(isShared: (domain: string) => boolean): Promise<ThirdPartyHosts> {
  // The package's own modules would keep all of its data in memory.
  const file = createRequire(import.meta.url).resolve('third-party-web/dist/entities-nostats.json');
  const entities = JSON.parse(await readFile(file, 'utf8')) as Entity[];
  const blocked = createHostTable<BlockCategory | null>();
  for (const domain of contentDomains) blocked.addDomain(domain, null);
  const others: string[] = [];
  for (const { category, domains } of entities) {
    const blockCategory = categories[category];
    if (!blockCategory) {
      others.push(...domains);
      continue;
    }
    for (const name of domains.map((one) => one.toLowerCase())) {
      const host = name.replace(/^\*\./, '');
      if (blocked.find(host) === null || isShared(host)) continue;
      if (host === name) blocked.addHost(host, blockCategory);
      else blocked.addDomain(host, blockCategory);
    }
  }
  // Hosts of other categories below a blocked domain.
  for (const name of others) {
    const host = name.replace(/^\*\./, '');
    if (!blocked.find(host)) continue;
    if (host === name) blocked.addHost(host, null);
    else blocked.addDomain(host, null);
  }
  for (const [domain, category] of addedHosts) blocked.addDomain(domain, category);
  const consent = entities.filter(({ category }) => category === 'consent-provider');
  return {
    blocked,
    consent: consent.flatMap(({ domains }) => domains.map((name) => name.replace(/^\*\./, ''))),
  };
}
