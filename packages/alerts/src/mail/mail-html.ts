// Mail clients support few elements and styles: tables, inline styles and, in most of them, media queries. Outlook for Windows
// uses the `width` attribute of images and ignores `max-width`.
import type { AlertItem, AlertMessage } from '../message/alert-message.ts';
import { imageLinks, type Link, remedyLinks } from './mail-links.ts';
import { imageWidth, mediaStyles, styles } from './mail-styles.ts';

/**
 * The HTML of an e-mail.
 * @param cidOf the content ID of an item's picture; null if the picture is not attached
 */
export function mailHtml(
  { id, createdAt, title, text, link, items, more, remedies }: AlertMessage,
  cidOf: (item: AlertItem) => string | null,
): string {
  const rows = items.map((item) => itemHtml(item, cidOf(item))).join('');
  const rest =
    more > 0 ? `<tr><td class="line cell dim" style="${styles.rest}">and ${more} more</td></tr>` : '';
  const button = link === null ? '' : buttonHtml(link, linksHtml(remedyLinks(remedies)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${mediaStyles}</style>
</head>
<body class="page" style="${styles.page}">
<div style="${styles.preview}">${escapeHtml(text)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="${styles.frame}">
<tr><td align="center" class="margin" style="${styles.margin}">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="card" style="${styles.card}">
<tr><td class="cell" style="${styles.head}">
<p class="dim" style="${styles.brand}">Shotclock</p>
<h1 class="strong" style="${styles.title}">${escapeHtml(title)}</h1>
<p class="text" style="${styles.text}">${lines(text)}</p>
</td></tr>
${rows}${rest}${button}</table>
<p class="dim" style="${styles.foot}">${escapeHtml(`${dateText(createdAt)} · ${id}`)}</p>
</td></tr>
</table>
</body>
</html>
`;
}

function itemHtml(item: AlertItem, cid: string | null): string {
  const title = linkHtml(item.link, escapeHtml(item.title), 'strong', styles.itemTitle);
  const text = item.text ? `<p class="text" style="${styles.itemText}">${lines(item.text)}</p>` : '';
  const image =
    cid === null
      ? ''
      : `<img src="cid:${cid}" alt="${escapeHtml(item.picture!.caption)}" width="${imageWidth}" class="frame" style="${styles.image}">`;
  const links = linksHtml(imageLinks(item)) + linksHtml(remedyLinks(item.remedies));
  return `<tr><td class="line cell" style="${styles.item}">
<p style="${styles.itemHead}">${title}</p>
${text}${image && linkHtml(item.link, image, '', '')}${links}
</td></tr>
`;
}

/** A paragraph of links; empty without links. */
function linksHtml(links: Link[]): string {
  if (links.length === 0) return '';
  const dot = `<span class="dim" style="${styles.dot}"> &middot; </span>`;
  const all = links.map(({ href, text }) => linkHtml(href, escapeHtml(text), 'link', styles.link)).join(dot);
  return `<p style="${styles.links}">${all}</p>`;
}

const buttonHtml = (link: string, remedies: string) => `<tr><td class="line cell" style="${styles.item}">
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="button" style="${styles.button}">${linkHtml(link, 'Open in Shotclock', '', styles.buttonLink)}</td></tr></table>${remedies}
</td></tr>
`;

const linkHtml = (href: string | null, content: string, name: string, style: string) =>
  href === null
    ? `<span class="${name}" style="${style}">${content}</span>`
    : `<a href="${escapeHtml(href)}" class="${name}" style="${style}">${content}</a>`;

const dateText = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);
