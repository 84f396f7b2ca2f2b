type TreeElement = { parentElement: TreeElement | null; children: Iterable<TreeElement> };

/**
 * A CSS selector that matches only this element of the current document. Used by functions that run in the page (see
 * with-parts.ts).
 */
export function selectorOf(element: TreeElement): string {
  const steps: string[] = [];
  let at = element;
  for (let parent = at.parentElement; parent !== null; parent = at.parentElement) {
    steps.unshift(`:nth-child(${[...parent.children].indexOf(at) + 1})`);
    at = parent;
  }
  return [':root', ...steps].join(' > ');
}
