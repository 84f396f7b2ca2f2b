// JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/).
import type { JsonFeed, JsonFeedItem } from '@shotclock/contracts';
import type { FeedContent, FeedEntry } from '@shotclock/core';
import { entryHtml } from './entry-html.ts';

export const jsonFeedType = 'application/feed+json';

export function writeJsonFeed({ title, jsonUrl, link, entries }: FeedContent): string {
  const feed: JsonFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: link,
    feed_url: jsonUrl,
    authors: [{ name: 'Shotclock' }],
    language: 'en',
    items: entries.map(itemOf),
  };
  return JSON.stringify(feed);
}

function itemOf(entry: FeedEntry): JsonFeedItem {
  const { id, title, summary, link, pageUrl, pictureUrl, updated } = entry;
  const at = updated.toISOString();
  return {
    id,
    url: link ?? pageUrl,
    external_url: pageUrl,
    title,
    summary,
    content_html: entryHtml(entry),
    ...(pictureUrl !== null && {
      image: pictureUrl,
      attachments: [{ url: pictureUrl, mime_type: 'image/jpeg' }],
    }),
    date_published: at,
    date_modified: at,
  };
}
