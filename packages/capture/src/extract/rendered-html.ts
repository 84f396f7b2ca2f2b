/**
 * A function that runs inside the page, sent there as text, as those of `page-functions.ts`: what it needs of the DOM is
 * declared here.
 */
type ShadowRoot = Queried & {
  mode: string;
  delegatesFocus: boolean;
  getHTML(options: { shadowRoots: ShadowRoot[] }): string;
};
type PageElement = Queried & {
  localName: string;
  innerHTML: string;
  outerHTML: string;
  textContent: string | null;
  shadowRoot: ShadowRoot | null;
  cloneNode(deep: boolean): PageElement;
  getHTML(options: { shadowRoots: ShadowRoot[] }): string;
  prepend(text: string): void;
  remove(): void;
};
type Queried = { querySelectorAll(selector: string): Iterable<PageElement> & ArrayLike<PageElement> };
declare const document: Queried & {
  documentElement: PageElement | null;
  doctype: object | null;
  cloneNode(deep: boolean): { importNode(element: PageElement, deep: boolean): PageElement };
};
declare const XMLSerializer: new () => { serializeToString(node: object): string };

/**
 * The document as it stands now, with its doctype and its open shadow trees as declarative ones, up to `limit`
 * characters, without the elements that match any of the selectors.
 */
export function renderedHtml(limit: number, ignoredSelectors: string[]): string {
  const root = document.documentElement;
  const doctype = document.doctype ? `${new XMLSerializer().serializeToString(document.doctype)}\n` : '';
  if (root === null) return doctype.slice(0, limit);
  const ignored = new Set(ignoredSelectors.flatMap((selector) => [...document.querySelectorAll(selector)]));
  const shadowRoots: ShadowRoot[] = [];
  const collect = (tree: Queried) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const whole = () => {
    if (shadowRoots.length === 0) return root.outerHTML;
    const tags = root.cloneNode(false).outerHTML;
    const end = tags.lastIndexOf('</');
    return tags.slice(0, end) + root.getHTML({ shadowRoots }) + tags.slice(end);
  };
  const declared = (shadow: ShadowRoot) =>
    `<template shadowrootmode="${shadow.mode}"${shadow.delegatesFocus ? ' shadowrootdelegatesfocus=""' : ''}>` +
    `${shadow.getHTML({ shadowRoots })}</template>`;
  const without = () => {
    if (ignored.has(root)) return '';
    // A copy in a document without a window: no script runs in it, and nothing is loaded.
    const copy = document.cloneNode(false).importNode(root, true);
    const [originals, copies] = [root.querySelectorAll('*'), copy.querySelectorAll('*')];
    /**
     * What a copy loses: shadow trees, and `noscript`, which is written with its signs escaped where no script runs. It
     * is put back as the page itself has it.
     */
    const lost = new Map<PageElement, string>();
    for (let at = 0; at < originals.length; at++) {
      const original = originals[at]!;
      if (original.localName === 'noscript') lost.set(copies[at]!, original.innerHTML);
      if (original.shadowRoot) lost.set(copies[at]!, declared(original.shadowRoot));
    }
    for (let at = 0; at < originals.length; at++) if (ignored.has(originals[at]!)) copies[at]!.remove();
    const place = `place ${Math.random()}`;
    const contents: string[] = [];
    for (const element of copy.querySelectorAll('*')) {
      const content = lost.get(element);
      if (content === undefined) continue;
      contents.push(content);
      if (element.localName === 'noscript') element.textContent = place;
      else element.prepend(place);
    }
    const pieces = copy.outerHTML.split(place);
    return pieces.map((piece, at) => piece + (contents[at] ?? '')).join('');
  };
  return (doctype + (ignored.size === 0 ? whole() : without())).slice(0, limit);
}
