/** A page and its line number in the text, starting at 1. */
export type PageLine = { url: string; line: number };

/** The distinct URLs of a pasted text, and the lines or sitemap entries that are not URLs. */
export type ParsedPages = {
  pages: PageLine[];
  invalid: PageLine[];
  /** Number of addresses that also occur on an earlier line. */
  repeated: number;
  /** Whether the text is a sitemap index. Its addresses are sitemaps, not pages. */
  isIndex: boolean;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const locElements = /<loc>\s*(?:<!\[CDATA\[)?([^<\]]+?)(?:\]\]>)?\s*<\/loc>/g;

/**
 * Parses addresses separated by whitespace, or the `loc` elements of a sitemap. The default scheme is https. A line
 * that contains anything else is invalid as a whole.
 */
export function parsePages(text: string): ParsedPages {
  const isIndex = /<sitemapindex[\s>]/.test(text);
  const isSitemap = isIndex || /<urlset[\s>]/.test(text);
  const found = new Map<string, PageLine>();
  const invalid: PageLine[] = [];
  let repeated = 0;
  for (const { line, text: entry, words } of isSitemap ? locsOf(text) : linesOf(text)) {
    const urls = words.map(asUrl);
    if (urls.includes(null)) {
      invalid.push({ url: entry, line });
      continue;
    }
    for (const url of urls as string[]) {
      const key = pageKey(url);
      if (found.has(key)) repeated += 1;
      else found.set(key, { url, line });
    }
  }
  return { pages: [...found.values()], invalid, repeated, isIndex };
}

/** A key that is equal for different spellings of a URL, such as with and without a trailing slash. */
export const pageKey = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

/** Whether a URL looks like a sitemap. */
export const isSitemapUrl = (url: string): boolean =>
  URL.canParse(url) && /\/sitemap[^/]*\.(xml|txt)(\.gz)?$|\.xml(\.gz)?$/i.test(new URL(url).pathname);

/** A line or sitemap entry, and the addresses that it contains. */
type Entry = { line: number; text: string; words: string[] };

const linesOf = (text: string): Entry[] =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim(), words: line.match(/\S+/g) ?? [] }));

function locsOf(text: string): Entry[] {
  const lineAt = createLineCounter(text);
  return Array.from(text.matchAll(locElements), (match) => {
    const url = decode(match[1]!);
    return { line: lineAt(match.index), text: url, words: [url] };
  });
}

/** Returns a function that computes the line number of a position in `text`. Positions must be ascending. */
function createLineCounter(text: string): (position: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (position) => {
    for (; next !== -1 && next < position; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

function asUrl(text: string): string | null {
  const withProtocol = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withProtocol)) return null;
  const { hostname } = new URL(withProtocol);
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[') ? withProtocol : null;
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d+)|(amp|lt|gt|quot|apos));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? entities[name]! : String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)),
  );
