import type { AlertMessage } from './alert-message.ts';
import { shorten } from './fit-message.ts';

const maxText = 700;
const maxTitle = 300;
const maxItemText = 200;

/** The text of a message without its title, for services without markup: a paragraph, and a line for each item. */
export function plainText({ text, items, more }: AlertMessage): string {
  const lines = items.map(
    (item) => `• ${shorten(item.title, maxTitle)}${item.text ? `: ${shorten(item.text, maxItemText)}` : ''}`,
  );
  return [shorten(text, maxText), ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n').trim();
}
