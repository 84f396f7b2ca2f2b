import type { FeedEntry } from '@shotclock/core';
import { escapeXml } from './escape-xml.ts';

/** The content of an entry for feed readers. The picture links to the dashboard. */
export function entryHtml({ summary, link, pageUrl, pictureUrl }: FeedEntry): string {
  const picture = pictureUrl === null ? '' : `<img src="${escapeXml(pictureUrl)}" alt="The changed area">`;
  const shown = link === null ? '' : `<p><a href="${escapeXml(link)}">${picture}</a></p>`;
  const page = escapeXml(pageUrl);
  return `<p>${escapeXml(summary)}</p>${shown}<p><a href="${page}">${page}</a></p>`;
}
