import type { AlertMessage } from './alert-message.ts';

/** Maximum length of a text in a message, in UTF-16 code units. */
const maxText = 1_000;

/**
 * Renders a message with as many items as the size permits. Omitted items are added to `more`.
 * @param render renders a message with shortened texts
 * @param maxBytes maximum size of the UTF-8 text
 */
export function fitMessage(
  message: AlertMessage,
  render: (message: AlertMessage) => string,
  maxBytes: number,
): string {
  const short = shortenTexts(message);
  for (let shown = short.items.length; ; shown -= 1) {
    const more = short.more + short.items.length - shown;
    const text = render({ ...short, items: short.items.slice(0, shown), more });
    if (shown === 0 || Buffer.byteLength(text) <= maxBytes) return text;
  }
}

function shortenTexts(message: AlertMessage): AlertMessage {
  return {
    ...message,
    title: shorten(message.title, maxText),
    text: shorten(message.text, maxText),
    items: message.items.map((item) => ({
      ...item,
      title: shorten(item.title, maxText),
      text: item.text === null ? null : shorten(item.text, maxText),
    })),
  };
}

/** Cuts a text to a maximum length, without splitting a surrogate pair. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
