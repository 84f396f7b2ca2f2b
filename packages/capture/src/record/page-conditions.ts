import { visibleText } from '../extract/visible-text.ts';
import { withParts } from '../in-page/with-parts.ts';

// Runs in the page (see in-page/with-parts.ts).
declare const document: object;
declare const Document: {
  prototype: { querySelector: (this: object, selector: string) => object | null };
};

/** Null for a condition that is not checked. */
export type PageConditions = {
  text: string | null;
  noText: string | null;
  selector: string | null;
  noSelector: string | null;
};
export type PageCondition = keyof PageConditions;

/**
 * Returns the first condition that applies to the document; null if none applies. The second value is false if the
 * browser does not accept the selector of the condition.
 * @param limit maximum number of characters to search
 */
export const findCondition = withParts({ visibleText }, find);

function find(
  { visibleText: textOf }: { visibleText: typeof visibleText },
  { text, noText, selector, noSelector }: PageConditions,
  limit: number,
): [PageCondition, valid: boolean] | null {
  const plain = (words: string) => words.replace(/\s+/g, ' ').trim().toLowerCase();
  const shown = text === null && noText === null ? '' : plain(textOf(limit, []));
  if (text !== null && shown.includes(plain(text))) return ['text', true];
  if (noText !== null && !shown.includes(plain(noText))) return ['noText', true];
  let checked: PageCondition = 'selector';
  try {
    const matches = (css: string) => Document.prototype.querySelector.call(document, css) !== null;
    if (selector !== null && matches(selector)) return ['selector', true];
    checked = 'noSelector';
    if (noSelector !== null && !matches(noSelector)) return ['noSelector', true];
    return null;
  } catch {
    return [checked, false];
  }
}
