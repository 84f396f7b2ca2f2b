// Runs in the page (see in-page/with-parts.ts).
type PageElement = { localName: string; textContent: string | null } & Partial<
  Record<'innerText' | 'value' | 'content', string>
>;
declare const document: { querySelector(selector: string): PageElement | null };

/**
 * The visible text of the first element that matches a selector, the value of a form control, or the content of a `meta`
 * element; null if no element matches. At most `limit` characters.
 */
export function elementText(selector: string, limit: number): string | null {
  let element: PageElement | null = null;
  try {
    element = document.querySelector(selector);
  } catch {
    // The browser does not accept the selector.
  }
  if (element === null) return null;
  const { localName, innerText, value, content, textContent } = element;
  const isControl = ['input', 'textarea', 'select', 'data', 'meter'].includes(localName);
  const text = isControl ? value : localName === 'meta' ? content : innerText;
  return String(text ?? textContent ?? '').slice(0, limit);
}
