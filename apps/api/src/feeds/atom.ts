// Atom (RFC 4287). Titles and summaries have the type `text`, so feed readers do not interpret them as HTML.
import type { FeedContent, FeedEntry } from '@shotclock/core';
import { entryHtml } from './entry-html.ts';
import { escapeXml } from './escape-xml.ts';

export const atomType = 'application/atom+xml';

export function writeAtom({ id, title, atomUrl, link, updated, entries }: FeedContent): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', id),
    element('title', title),
    element('updated', updated.toISOString()),
    '<author><name>Shotclock</name></author>',
    linkElement({ rel: 'self', type: atomType, href: atomUrl }),
    linkElement({ rel: 'alternate', type: 'text/html', href: link }),
    ...entries.flatMap(writeEntry),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry(entry: FeedEntry): string[] {
  const { id, title, updated, summary, link, pageUrl, pictureUrl } = entry;
  const at = updated.toISOString();
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('published', at),
    element('updated', at),
    linkElement({ rel: 'alternate', type: 'text/html', href: link ?? pageUrl }),
    ...(link === null ? [] : [linkElement({ rel: 'related', href: pageUrl })]),
    ...(pictureUrl === null ? [] : [linkElement({ rel: 'enclosure', type: 'image/jpeg', href: pictureUrl })]),
    element('summary', summary),
    `<content type="html">${escapeXml(entryHtml(entry))}</content>`,
    '</entry>',
  ];
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

const linkElement = (attributes: Record<string, string>) =>
  `<link ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeXml(value)}"`)
    .join(' ')}/>`;
