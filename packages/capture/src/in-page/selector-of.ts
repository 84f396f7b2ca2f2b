type TreeElement = { parentElement: TreeElement | null; children: Iterable<TreeElement> };

/**
 * A CSS selector that matches this element of the document alone, as it stands now. A part of functions that run inside
 * the page.
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
