import { withParts } from '../in-page/with-parts.ts';
import { type Clips, textClips } from './text-clips.ts';
import type { PageDocument, PageElement, PageNode, Style } from './text-dom.ts';
import { textExtras } from './text-extras.ts';
import { textWriter } from './text-writer.ts';

declare const document: PageDocument;
declare function getComputedStyle(element: PageElement): Style;
declare const Node: { prototype: object };
declare const Element: { prototype: object };

/**
 * The text that a person sees when scrolling through the page, without elements that match any of the selectors. Returns
 * at most `limit` characters. docs/captures.md specifies the order, the separators and what is included.
 */
export const visibleText = withParts({ textWriter, textClips, textExtras }, readText);

type Parts = { textWriter: typeof textWriter; textClips: typeof textClips; textExtras: typeof textExtras };

function readText(parts: Parts, limit: number, ignoredSelectors: string[]): string {
  const [writer, areas] = [parts.textWriter(), parts.textClips()];
  const extras = parts.textExtras(writer);
  const ignored = new Set<PageNode>(
    ignoredSelectors.flatMap((selector) => [...document.querySelectorAll(selector)]),
  );

  const skipped = new Set(
    'script style noscript template head title canvas video audio object embed img progress meter datalist desc defs metadata'.split(
      ' ',
    ),
  );
  /** Reads a property from its prototype, because form controls can shadow the properties of their form. */
  const prototypeProperty = <T>(prototype: object, name: string) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name)!;
    return (node: PageNode): T => get!.call(node);
  };
  const localNameOf = prototypeProperty<string>(Element.prototype, 'localName');
  const shadowRootOf = prototypeProperty<PageElement['shadowRoot']>(Element.prototype, 'shadowRoot');
  const childNodesOf = prototypeProperty<Iterable<PageNode>>(Node.prototype, 'childNodes');
  const nodeTypeOf = prototypeProperty<number>(Node.prototype, 'nodeType');
  const pixels = (value: string) => Number.parseFloat(value) || 0;
  /** The number of cells written so far, for each open table row. */
  const rows: number[] = [];
  const childrenOf = (element: PageElement, style: Style): PageNode[] => {
    const localName = localNameOf(element);
    if (localName === 'details' && element.open === false) {
      const summary = [...element.childNodes].find((child) => child.localName === 'summary');
      return summary ? [summary] : [];
    }
    const assigned = localName === 'slot' ? (element.assignedNodes?.({ flatten: true }) ?? []) : [];
    const children =
      assigned.length > 0 ? assigned : [...(shadowRootOf(element)?.childNodes ?? childNodesOf(element))];
    const { display } = style;
    if (!display.includes('flex') && !display.includes('grid')) return children;
    const order = (node: PageNode) =>
      nodeTypeOf(node) === 1 ? Number(getComputedStyle(node as PageElement).order) || 0 : 0;
    const ordered = children.map((node) => ({ node, order: order(node) }));
    if (ordered.some(({ order: value }) => value !== 0)) ordered.sort((a, b) => a.order - b.order);
    const nodes = ordered.map(({ node }) => node);
    return display.includes('flex') && style.flexDirection.endsWith('-reverse') ? nodes.reverse() : nodes;
  };

  const visit = (node: PageNode, clips: Clips, parentStyle: Style): void => {
    if (writer.length() > limit || ignored.has(node)) return;
    const nodeType = nodeTypeOf(node);
    if (nodeType === 3) {
      const data = node.data ?? '';
      if (parentStyle.visibility !== 'visible') return;
      if (/[^ \t\n\r\f]/.test(data)) {
        const range = clips.page.createRange();
        range.selectNodeContents(node);
        if (!areas.shows(range.getBoundingClientRect(), clips.clip)) return;
      }
      writer.words(data, parentStyle);
      return;
    }
    if (nodeType !== 1) return;
    const element = node as PageElement;
    const localName = localNameOf(element);
    if (skipped.has(localName)) return;
    const style = getComputedStyle(element);
    const { display } = style;
    if (display === 'none' || Number(style.opacity) === 0) return;
    const visible = style.visibility === 'visible';
    if (localName === 'br') {
      if (visible) writer.lineBreak();
      return;
    }
    const inner = areas.contentClips(element, style, clips);
    const row = display === 'table-row';
    const cell = display === 'table-cell';
    const inline =
      display.startsWith('inline') || display === 'contents' || display.startsWith('ruby') || cell;
    const lines = inline ? 0 : localName === 'p' ? 2 : 1;
    // Inline boxes with space around them.
    const { marginLeft, marginRight, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = style;
    const separated =
      display.startsWith('inline-') &&
      [marginLeft, marginRight, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].some(
        (width) => pixels(width) > 0,
      );
    if (lines > 0) writer.block(lines);
    if (separated) writer.separate();
    if (row) rows.push(0);
    if (cell && rows.length > 0) {
      writer.beginCell(rows.at(-1) === 0);
      rows[rows.length - 1]! += 1;
    }
    const isControl = localName === 'input' || localName === 'textarea' || localName === 'select';
    if (localName === 'iframe' || localName === 'frame') {
      const inFrame = element.contentDocument;
      const start = inFrame?.body ?? inFrame?.documentElement;
      if (inFrame && start && visible && areas.shows(areas.boxOf(element), inner.clip)) {
        writer.block(1);
        visit(start, areas.documentClips(inFrame), style);
        writer.block(1);
      }
    } else if (isControl) {
      if (visible && areas.shows(areas.boxOf(element), inner.clip)) extras.control(element, style);
    } else if (style.contentVisibility !== 'hidden') {
      const seen = visible && !areas.empty(inner.clip);
      if (seen) extras.generated(element, '::before');
      for (const child of childrenOf(element, style)) visit(child, inner, style);
      if (seen) extras.generated(element, '::after');
    }
    if (row) rows.pop();
    if (separated) writer.separate();
    if (lines > 0) writer.block(lines);
  };

  const start = document.body ?? document.documentElement;
  if (start === null) return '';
  if (document.documentElement !== null && ignored.has(document.documentElement)) return '';
  try {
    visit(start, areas.documentClips(document), getComputedStyle(start));
  } catch (error) {
    // The document is nested too deeply for the stack.
    if (!(error instanceof RangeError)) throw error;
    return ignored.size === 0 ? (start.innerText ?? start.textContent ?? '').slice(0, limit) : '';
  }
  return writer.text().slice(0, limit);
}
