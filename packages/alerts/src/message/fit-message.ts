import type { AlertMessage } from './alert-message.ts';
import { cleanLine, cleanText } from './clean-text.ts';

/** Maximum length of a text in a message, in UTF-16 code units. */
const maxText = 1_000;

/**
 * Renders a message with as many items as the limits of a service permit. Remedies are omitted first, and omitted items are added
 * to `more`.
 * @param render renders a message with clean, shortened texts
 * @param fits whether the service accepts the result
 */
export function fitMessage<T>(
  message: AlertMessage,
  render: (message: AlertMessage) => T,
  fits: (rendered: T) => boolean,
): T {
  const whole = shortenTexts(message);
  const offering = render(whole);
  if (fits(offering)) return offering;
  const short = withoutRemedies(whole);
  for (let shown = short.items.length; ; shown -= 1) {
    const more = short.more + short.items.length - shown;
    const rendered = render({ ...short, items: short.items.slice(0, shown), more });
    if (shown === 0 || fits(rendered)) return rendered;
  }
}

const withoutRemedies = (message: AlertMessage): AlertMessage => ({
  ...message,
  remedies: [],
  items: message.items.map((item) => ({ ...item, remedies: [] })),
});

/** @param maxBytes maximum size of the UTF-8 text */
export const fitsBytes = (maxBytes: number) => (text: string) => Buffer.byteLength(text) <= maxBytes;

function shortenTexts(message: AlertMessage): AlertMessage {
  return {
    ...message,
    title: shorten(cleanLine(message.title), maxText),
    text: shorten(cleanText(message.text), maxText),
    items: message.items.map((item) => ({
      ...item,
      title: shorten(cleanLine(item.title), maxText),
      text: item.text === null ? null : shorten(cleanText(item.text), maxText),
    })),
  };
}

/** Cuts a text to a maximum length in UTF-16 code units, without splitting a surrogate pair. */
export const shorten = (text: string, max: number): string =>
  escapeWithin(text, max, (character) => character);

/**
 * Escapes each character of a text. A result that would be longer than `max` UTF-16 code units is cut between two characters
 * of the text, so that no escape sequence is split.
 */
export function escapeWithin(
  text: string,
  max: number,
  escapeCharacter: (character: string) => string,
): string {
  let escaped = '';
  let fitting = '';
  for (const character of text) {
    escaped += escapeCharacter(character);
    if (escaped.length > max) return `${fitting}…`;
    if (escaped.length < max) fitting = escaped;
  }
  return escaped;
}
