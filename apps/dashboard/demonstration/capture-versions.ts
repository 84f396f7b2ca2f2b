import type { Screenshot, ShotclockClient } from '@shotclock/client';
import { type PageName, pages } from './pages.ts';

/** A version of a page and its difference from the previous version. The first version is compared with the last one. */
export type Version = {
  image: Buffer;
  text: string;
  html: string;
  diff: Buffer;
  ratio: number;
  record: NonNullable<Screenshot['page']>;
};
export type Versions = Record<PageName, Version[]>;

/** Captures each version of each page at `origin`. */
export async function captureVersions(client: ShotclockClient, origin: string): Promise<Versions> {
  const captured = Object.entries(pages).map(async ([name, count]) => {
    const url = (n: number) => `${origin}/pages/${name}?version=${n % count}`;
    const first = await capture(client, url(count - 1));
    const versions: Version[] = [];
    let baselineScreenshotId = first.id;
    for (let n = 0; n < count; n += 1) {
      const { check, ...version } = await compare(client, url(n), baselineScreenshotId);
      versions.push(version);
      baselineScreenshotId = check.screenshotId!;
    }
    return [name, versions] as const;
  });
  return Object.fromEntries(await Promise.all(captured)) as Versions;
}

const settings = { width: 1_280, height: 800, extractText: true, extractHtml: true };

async function capture(client: ShotclockClient, url: string) {
  const screenshot = await client.captures.create({ url, ...settings }).wait();
  if (screenshot.status !== 'SUCCESS') throw new Error(`${url} was not captured: ${screenshot.description}`);
  return screenshot;
}

async function compare(client: ShotclockClient, url: string, baselineScreenshotId: number) {
  const check = await client.contentChanges.create({ url, ...settings, baselineScreenshotId }).wait();
  if (!check.changed) throw new Error(`${url} was not compared: ${check.description}`);
  const id = check.screenshotId!;
  const [image, text, html, diff, { page: record }] = await Promise.all([
    client.screenshots.image(id),
    client.screenshots.text(id),
    client.screenshots.html(id),
    client.contentChanges.diff(check.id),
    client.screenshots.get(id, { expand: 'page' }),
  ]);
  if (!record) throw new Error(`${url} was captured without a record of its page`);
  return {
    ...{ check, image: Buffer.from(image), text, html },
    ...{ diff: Buffer.from(diff), ratio: check.ratio!, record },
  };
}
