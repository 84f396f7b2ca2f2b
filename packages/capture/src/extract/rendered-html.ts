// Runs in the page (see in-page/with-parts.ts).
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
 * The current document with its doctype, with open shadow trees as declarative ones, and without elements that match any
 * of the selectors. Returns at most `limit` characters.
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
    // Copy into a document without a window, so that no scripts run and nothing loads.
    const copy = document.cloneNode(false).importNode(root, true);
    const [originals, copies] = [root.querySelectorAll('*'), copy.querySelectorAll('*')];
    /** A copy loses its shadow trees and escapes the content of `noscript`, so both are inserted as text afterwards. */
    const lost = new Map<PageElement, string>();
    for (let at = 0; at < originals.length; at++) {
      const original = originals[at]!;
      if (original.localName === 'noscript') lost.set(copies[at]!, original.innerHTML);
      if (original.shadowRoot) lost.set(copies[at]!, declared(original.shadowRoot));
    }
    for (let at = 0; at < originals.length; at++) if (ignored.has(originals[at]!)) copies[at]!.remove();
    const placeholder = `placeholder ${Math.random()}`;
    const contents: string[] = [];
    for (const element of copy.querySelectorAll('*')) {
      const content = lost.get(element);
      if (content === undefined) continue;
      contents.push(content);
      if (element.localName === 'noscript') element.textContent = placeholder;
      else element.prepend(placeholder);
    }
    const segments = copy.outerHTML.split(placeholder);
    return segments.map((segment, at) => segment + (contents[at] ?? '')).join('');
  };
  return (doctype + (ignored.size === 0 ? whole() : without())).slice(0, limit);
}
