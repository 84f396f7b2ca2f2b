/** The addresses in a pasted text, each once, and the lines that are no address. */
export type ParsedPages = { urls: string[]; skipped: string[] };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads one address a line, or the `loc` elements of a sitemap. An address without a protocol gets https. */
export function parsePages(text: string): ParsedPages {
  const isSitemap = /<(?:urlset|sitemapindex)[\s>]/.test(text);
  const candidates = isSitemap
    ? [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]+?)(?:\]\]>)?\s*<\/loc>/g)].map(([, url]) =>
        decode(url!),
      )
    : text.split(/\s+/).filter((word) => word !== '');
  const urls = new Set<string>();
  const skipped: string[] = [];
  for (const candidate of candidates) {
    const url = asUrl(candidate);
    if (url === null) skipped.push(candidate);
    else urls.add(url);
  }
  return { urls: [...urls], skipped };
}

function asUrl(text: string): string | null {
  const withProtocol = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withProtocol)) return null;
  const { hostname } = new URL(withProtocol);
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[') ? withProtocol : null;
}

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);
