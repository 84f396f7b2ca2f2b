import type { AlertItem, AlertMessage } from '../message/alert-message.ts';
import { actionLinks, imageLinks } from './mail-links.ts';

/** The plain text of an e-mail. */
export function mailText({ title, text, link, items, more, actions }: AlertMessage): string {
  const paragraphs = [
    title,
    text,
    ...items.map(itemText),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(link === null ? [] : [`Details: ${link}`]),
    ...actionLinks(actions).map(({ text, href }) => `${text}: ${href}`),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function itemText(item: AlertItem): string {
  const links = [
    ...(item.link === null ? [] : [{ text: 'Details', href: item.link }]),
    ...imageLinks(item),
    ...actionLinks(item.actions),
  ];
  return [
    `* ${item.title}`,
    ...(item.text ? [`  ${item.text.replaceAll('\n', '\n  ')}`] : []),
    ...links.map(({ text, href }) => `  ${text}: ${href}`),
  ].join('\n');
}
