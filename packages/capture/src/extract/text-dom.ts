/** The part of the DOM that the functions of `visibleText` use. */
export type Box = { left: number; top: number; right: number; bottom: number };
export type PageNode = { nodeType: number; data?: string; localName?: string };
export type PageElement = PageNode & {
  localName: string;
  childNodes: Iterable<PageNode>;
  shadowRoot: { childNodes: Iterable<PageNode> } | null;
  contentDocument?: PageDocument | null;
  innerText?: string;
  textContent: string | null;
  getBoundingClientRect(): Box & { width: number; height: number };
  /** Only form controls and related elements have these properties. */
  type?: string;
  value?: string;
  placeholder?: string;
  open?: boolean;
  multiple?: boolean;
  size?: number;
  label?: string;
  options?: Iterable<PageElement>;
  selectedOptions?: Iterable<PageElement>;
  assignedNodes?(options: { flatten: boolean }): PageNode[];
};
export type PageDocument = {
  body: PageElement | null;
  documentElement: (PageElement & { clientWidth: number }) | null;
  defaultView: { scrollX: number; scrollY: number } | null;
  createRange(): { selectNodeContents(node: PageNode): void; getBoundingClientRect(): Box };
  querySelectorAll(selector: string): Iterable<PageElement>;
};
export type Style = Record<
  | 'borderLeftWidth'
  | 'borderRightWidth'
  | 'clip'
  | 'clipPath'
  | 'content'
  | 'contentVisibility'
  | 'direction'
  | 'display'
  | 'flexDirection'
  | 'marginLeft'
  | 'marginRight'
  | 'opacity'
  | 'order'
  | 'overflowX'
  | 'overflowY'
  | 'paddingLeft'
  | 'paddingRight'
  | 'position'
  | 'textTransform'
  | 'visibility'
  | 'whiteSpaceCollapse',
  string
>;
