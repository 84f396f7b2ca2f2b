/** URLs of content that was not received, and of images that the browser could not load. */
export type Missing = { images: string[]; frames: string[]; fonts: string[]; failedImages: string[] };

/** Maximum number of hosts in the notes about one kind of content. */
const maxHosts = 3;

/**
 * Returns sentences for the screenshot's description about content that was not received. A host is mentioned only if the
 * page has sent a request to it (`requested`), because other URLs can contain any text.
 */
export function missingNotes(missing: Missing, requested: (host: string) => boolean): string[] {
  return [
    ...sentences(missing.images, { one: 'image', many: 'images' }, requested),
    ...sentences(missing.frames, { one: 'frame', many: 'frames' }, requested),
    ...sentences(missing.fonts, { one: 'font', many: 'fonts' }, requested),
    ...sentences(
      missing.failedImages,
      { one: 'image', many: 'images', happened: 'failed to load' },
      requested,
    ),
  ];
}

function sentences(
  urls: string[],
  { one, many, happened = 'did not arrive' }: { one: string; many: string; happened?: string },
  requested: (host: string) => boolean,
): string[] {
  const counts = new Map<string, number>();
  let others = 0;
  for (const url of urls) {
    const host = hostOf(url);
    if (host !== null && requested(host)) counts.set(host, (counts.get(host) ?? 0) + 1);
    else others += 1;
  }
  const hosts = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  for (const [, count] of hosts.slice(maxHosts)) others += count;
  const named = hosts.slice(0, maxHosts);
  const number = (count: number) => `${count} ${count === 1 ? one : many}`;
  return [
    ...named.map(([host, count]) => `${number(count)} ${happened} from ${host}.`),
    ...(others > 0 ? [`${number(others)} ${happened}${named.length > 0 ? ' from other hosts' : ''}.`] : []),
  ];
}

/** Host names are in ASCII, because the URL standard encodes other characters. */
function hostOf(url: string): string | null {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return hostname.length <= 253 && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname) ? hostname : null;
}
