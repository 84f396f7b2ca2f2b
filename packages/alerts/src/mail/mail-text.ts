import type { AlertItem, AlertMessage } from '../message/alert-message.ts';
import { imageLinks, remedyLinks } from './mail-links.ts';

/** The plain text of an e-mail. */
export function mailText({ title, text, link, items, more, remedies }: AlertMessage): string {
  const paragraphs = [
    title,
    text,
    ...items.map(itemText),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(link === null ? [] : [`Details: ${link}`]),
    ...remedyLinks(remedies).map(({ text, href }) => `${text}: ${href}`),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function itemText(item: AlertItem): string {
  const links = [
    ...(item.link === null ? [] : [{ text: 'Details', href: item.link }]),
    ...imageLinks(item),
    ...remedyLinks(item.remedies),
  ];
  return [
    `* ${item.title}`,
    ...(item.text ? [`  ${item.text.replaceAll('\n', '\n  ')}`] : []),
    ...links.map(({ text, href }) => `  ${text}: ${href}`),
  ].join('\n');
}
