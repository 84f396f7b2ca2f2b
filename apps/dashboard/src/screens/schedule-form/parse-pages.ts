/** A page and the number of its line in the text, from 1. */
export type PageLine = { url: string; line: number };

/** The addresses in a pasted text, each once, and the words that are no address. */
export type ParsedPages = {
  pages: PageLine[];
  invalid: PageLine[];
  /** Whether the text is an index of sitemaps, whose addresses are not pages. */
  isIndex: boolean;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const locElements = /<loc>\s*(?:<!\[CDATA\[)?([^<\]]+?)(?:\]\]>)?\s*<\/loc>/g;

/** Reads addresses between spaces and line breaks, or the `loc` elements of a sitemap. An address without a protocol gets https. */
export function parsePages(text: string): ParsedPages {
  const isIndex = /<sitemapindex[\s>]/.test(text);
  const isSitemap = isIndex || /<urlset[\s>]/.test(text);
  const lineAt = createLineCounter(text);
  const found = new Map<string, PageLine>();
  const invalid: PageLine[] = [];
  for (const match of text.matchAll(isSitemap ? locElements : /(\S+)/g)) {
    const line = lineAt(match.index);
    const candidate = isSitemap ? decode(match[1]!) : match[1]!;
    const url = asUrl(candidate);
    if (url === null) invalid.push({ url: candidate, line });
    else if (!found.has(url)) found.set(url, { url, line });
  }
  return { pages: [...found.values()], invalid, isIndex };
}

/** Returns the lines of ascending positions in a text. */
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
