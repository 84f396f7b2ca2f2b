import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { domainToASCII } from 'node:url';
import type { NetworkFilter } from '@ghostery/adblocker';
import { isValidHostName } from '../policy/host-names.ts';
import { type BlockCategory, blockCategories } from './block-category.ts';
import { createHostTable } from './host-table.ts';

/** The host rules in the operator's lists. */
export type BlockLists = {
  /** Whether a list of the category blocks a normalized host. */
  blocks(host: string, category: BlockCategory): boolean;
  /** Whether a list exempts the host from blocking. Exceptions apply to every category. */
  isException(host: string): boolean;
  /**
   * The number of rules in each file that can be used. All other rules depend on more than the host, for example on the
   * path or the page.
   */
  files: readonly { file: string; category: BlockCategory; used: number; ignored: number }[];
};

type Entry = { category: BlockCategory; file: string };

const validEntries = `valid entries are a category (${blockCategories.join(', ')}), an equals sign and the path of a file, separated by commas: ads=/lists/easylist.txt`;

/**
 * Reads the files in `BLOCK_LISTS`, which contain rules in EasyList's syntax. Returns null for an empty text.
 * @throws Error that contains the invalid entry or the path of the unreadable file
 */
export async function readBlockLists(text: string): Promise<BlockLists | null> {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry);
  if (entries.length === 0) return null;
  const blocked = new Map<BlockCategory, Set<string>>(blockCategories.map((one) => [one, new Set()]));
  const exceptions = createHostTable<true>();
  const disabled = new Set<string>();
  const files: BlockLists['files'][number][] = [];
  for (const { category, file } of entries) {
    const { filters, ignored } = await readFilters(file);
    for (const { host, kind } of filters) {
      if (kind === 'disabled') disabled.add(host);
      else if (kind === 'exception') exceptions.addDomain(host, true);
      else blocked.get(category)!.add(host);
    }
    files.push({ file, category, used: filters.length, ignored });
  }
  const tables = new Map(
    [...blocked].map(([category, hosts]) => {
      const table = createHostTable<true>();
      for (const host of hosts) if (!disabled.has(host)) table.addDomain(host, true);
      return [category, table];
    }),
  );
  return {
    blocks: (host, category) => tables.get(category)?.find(host) === true,
    isException: (host) => exceptions.find(host) === true,
    files,
  };
}

function parseEntry(entry: string): Entry {
  const [name, ...path] = entry.split('=');
  const category = blockCategories.find((one) => one === name);
  if (!category || path.join('=') === '') throw new Error(`"${entry}" is not valid; ${validEntries}`);
  return { category, file: resolve(path.join('=')) };
}

type HostFilter = { host: string; kind: 'blocked' | 'exception' | 'disabled' };

async function readFilters(file: string): Promise<{ filters: HostFilter[]; ignored: number }> {
  const lines = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`the file ${file} cannot be read (${cause.code})`, { cause });
  });
  const { parseFilters } = await import('@ghostery/adblocker');
  const parsed = parseFilters(withAsciiHosts(lines), { loadPreprocessors: true });
  // Rules between `!#if` and `!#endif` are meant for certain blockers only.
  const conditional = new Set(parsed.preprocessors.flatMap(({ filterIDs }) => [...filterIDs]));
  const filters = parsed.networkFilters.flatMap((filter): HostFilter[] => {
    const { hostname } = filter;
    if (!isHostRule(filter) || hostname === undefined || conditional.has(filter.getId())) return [];
    return [{ host: hostname, kind: kindOf(filter) }];
  });
  const { networkFilters, cosmeticFilters, notSupportedFilters } = parsed;
  const rules = networkFilters.length + cosmeticFilters.length + notSupportedFilters.length;
  return { filters, ignored: rules - filters.length };
}

/** Converts international host names, which the parser does not recognize, to Punycode. */
function withAsciiHosts(lines: string): string {
  return lines.replace(
    /^((?:@@)?\|\|)([^\s/^$*|]*[\u0080-\uffff][^\s/^$*|]*)/gm,
    (rule, start: string, host: string) => {
      const ascii = domainToASCII(host);
      return ascii === '' ? rule : `${start}${ascii}`;
    },
  );
}

/**
 * Whether a rule applies to all requests from other sites to a host and its subdomains: `||host^`, `||host^$third-party`.
 */
function isHostRule(filter: NetworkFilter): boolean {
  const { hostname = '', filter: path, domains, denyallow, optionValue } = filter;
  const isOnlyHost = filter.isHostnameAnchor() && isValidHostName(hostname) && path === undefined;
  const hasOptions = domains !== undefined || denyallow !== undefined || optionValue !== undefined;
  return (
    isOnlyHost &&
    !hasOptions &&
    filter.fromAny() &&
    filter.thirdParty() &&
    !filter.isGenericHide() &&
    !filter.isSpecificHide()
  );
}

function kindOf(filter: NetworkFilter): HostFilter['kind'] {
  if (filter.isBadFilter()) return 'disabled';
  return filter.isException() ? 'exception' : 'blocked';
}
