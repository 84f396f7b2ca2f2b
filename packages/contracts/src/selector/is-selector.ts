// Checks whether a string is a selector list that the browser's `querySelector` accepts (Selectors Level 4). A library
// splits the string into tokens and blocks as CSS Syntax defines them, including escapes, comments, and blocks that end
// with the string.
import {
  type ComponentValue,
  isCommentNode,
  isFunctionNode,
  isSimpleBlockNode,
  isTokenNode,
  isWhitespaceNode,
  parseListOfComponentValues,
} from '@csstools/css-parser-algorithms';
import { HashType, isTokenHash, isTokenIdent, isTokenString, tokenize } from '@csstools/css-tokenizer';
import {
  type ArgumentKind,
  classMayFollow,
  elementMayFollow,
  legacyPseudoElements,
  pseudoClasses,
  pseudoElementFunctions,
  pseudoElements,
  pseudoFunctions,
} from './pseudos.ts';

/** The code and the message of the field error for a string that is not a selector. */
export const invalidSelector = { code: 'invalid_selector', message: 'must be a CSS selector' } as const;

/**
 * Whether the browser accepts `querySelector(text)` without throwing. Namespace prefixes are rejected, because no namespace is declared.
 * Functions and blocks can be nested up to 32 levels deep.
 */
export function isSelector(text: string): boolean {
  // Chromium allows every non-ASCII character in an identifier, whereas the library follows a newer rule that excludes
  // some.
  const css = text.replace(/[^\p{ASCII}]/gu, 'ä');
  return !isDeep(css) && isList(withoutComments(parseListOfComponentValues(tokenize({ css }))), topLevel);
}

const maxDepth = 32;

/** Whether brackets are nested too deeply. Brackets in strings and comments also count. */
function isDeep(css: string): boolean {
  let depth = 0;
  for (const character of css) {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** The constructs that a selector may contain in its context. */
type Rules = {
  relative: boolean;
  compound: boolean;
  pseudoElements: boolean;
  has: boolean;
  /** The pseudo-element that the selector refers to: `part` in `::part(x):not(…)`. */
  after: string | null;
};

const topLevel: Rules = { relative: false, compound: false, pseudoElements: true, has: true, after: null };

const withoutComments = (nodes: readonly ComponentValue[]) => nodes.filter((node) => !isCommentNode(node));

const isSpace = (node: ComponentValue | undefined) => node !== undefined && isWhitespaceNode(node);
const isDelim = (node: ComponentValue | undefined, text: string) =>
  node !== undefined && isTokenNode(node) && node.value[1] === text && !isTokenIdent(node.value);
const isIdent = (node: ComponentValue | undefined) =>
  node !== undefined && isTokenNode(node) && isTokenIdent(node.value);
const textOf = (node: ComponentValue): string => node.toString();

function isList(nodes: readonly ComponentValue[], rules: Rules): boolean {
  const selectors: ComponentValue[][] = [[]];
  for (const node of nodes)
    if (isDelim(node, ',')) selectors.push([]);
    else selectors.at(-1)!.push(node);
  return selectors.every((selector) => isComplex(trimmed(selector), rules));
}

function trimmed(nodes: readonly ComponentValue[]): ComponentValue[] {
  const first = nodes.findIndex((node) => !isSpace(node));
  const last = nodes.findLastIndex((node) => !isSpace(node));
  return first < 0 ? [] : nodes.slice(first, last + 1);
}

const isCombinator = (node: ComponentValue | undefined) =>
  ['>', '+', '~'].some((text) => isDelim(node, text));

function isComplex(nodes: readonly ComponentValue[], rules: Rules): boolean {
  let at = 0;
  const skipSpace = () => {
    while (isSpace(nodes[at])) at += 1;
  };
  if (rules.relative && isCombinator(nodes[at])) at += 1;
  for (;;) {
    skipSpace();
    const end = endOfCompound(nodes, at, rules);
    if (end === null) return false;
    if (end.at === nodes.length) return true;
    if (rules.compound || end.pseudoElement) return false;
    at = end.at;
    const spaced = isSpace(nodes[at]);
    skipSpace();
    if (isCombinator(nodes[at])) at += 1;
    else if (!spaced) return false;
  }
}

type Compound = { at: number; pseudoElement: boolean };

/** The end of the compound selector at `start`, and whether it contains a pseudo-element; null if there is no compound selector. */
function endOfCompound(nodes: readonly ComponentValue[], start: number, rules: Rules): Compound | null {
  let at = endOfName(nodes, start, { star: true }) ?? start;
  let element = rules.after;
  for (;;) {
    const node = nodes[at];
    if (node === undefined || isSpace(node) || isCombinator(node)) break;
    if (isDelim(node, ':')) {
      const pseudo = pseudoAt(nodes, at, element, rules);
      if (pseudo === null) return null;
      element = pseudo.element ?? element;
      at = pseudo.end;
    } else if (element !== null) return null;
    else if (isTokenNode(node) && isTokenHash(node.value) && node.value[4].type === HashType.ID) at += 1;
    else if (isDelim(node, '&')) at += 1;
    else if (isDelim(node, '.') && isIdent(nodes[at + 1])) at += 2;
    else if (isSimpleBlockNode(node) && isAttribute(node)) at += 1;
    else return null;
  }
  return at === start ? null : { at, pseudoElement: element !== null };
}

/** The end of the name at `at`: `a`, `|a`, `*|a` and, with `star`, `*` and its variants; null if there is no name. */
function endOfName(nodes: readonly ComponentValue[], at: number, { star }: { star: boolean }): number | null {
  const isName = (node: ComponentValue | undefined) => isIdent(node) || (star && isDelim(node, '*'));
  const bar = isDelim(nodes[at], '*') ? at + 1 : at;
  if (isDelim(nodes[bar], '|') && isName(nodes[bar + 1])) return bar + 2;
  return isName(nodes[at]) ? at + 1 : null;
}

type Pseudo = { end: number; element: string | null };

/** The pseudo-class or pseudo-element at `at`, after the pseudo-element `after` of its compound selector. */
function pseudoAt(
  nodes: readonly ComponentValue[],
  at: number,
  after: string | null,
  rules: Rules,
): Pseudo | null {
  const double = isDelim(nodes[at + 1], ':');
  const node = nodes[at + (double ? 2 : 1)];
  const end = at + (double ? 3 : 2);
  if (node === undefined) return null;
  const isFunction = isFunctionNode(node);
  const name = (isFunction ? node.getName() : isIdent(node) ? identOf(node) : '').toLowerCase();
  const isElement = double || (!isFunction && legacyPseudoElements.has(name));
  if (isElement) {
    if (!rules.pseudoElements) return null;
    if (after !== null && !elementMayFollow(name, { hasArgument: isFunction, element: after })) return null;
    const known = isFunction
      ? acceptsArgument(pseudoElementFunctions.get(name), node, { ...rules, after: null })
      : pseudoElements.has(name) || name.startsWith('-webkit-');
    return known ? { end, element: name } : null;
  }
  if (after !== null && !classMayFollow(name, after)) return null;
  if (isFunction && name === 'has' && !rules.has) return null;
  const known = isFunction
    ? acceptsArgument(pseudoFunctions.get(name), node, { ...rules, after })
    : pseudoClasses.has(name);
  return known ? { end, element: null } : null;
}

/** The name of an identifier, with its escapes resolved. */
function identOf(node: ComponentValue): string {
  return isTokenNode(node) && isTokenIdent(node.value) ? node.value[4].value : '';
}

function acceptsArgument(kind: ArgumentKind | undefined, node: ComponentValue, rules: Rules): boolean {
  if (kind === undefined || !isFunctionNode(node)) return false;
  const argument = trimmed(withoutComments(node.value));
  const inner: Rules = { ...topLevel, pseudoElements: false, has: rules.has, after: rules.after };
  const [first, ...others] = argument;
  switch (kind) {
    case 'forgiving':
      return true;
    case 'list':
      return isList(argument, inner);
    case 'relative list':
      return isList(argument, { ...inner, relative: true, has: false });
    case 'compound list':
      return isList(argument, { ...inner, compound: true });
    case 'compound':
      return isComplex(argument, { ...inner, compound: true });
    case 'nth':
      return isNth(argument);
    case 'nth of list': {
      const of = argument.findIndex((one) => isIdent(one) && identOf(one).toLowerCase() === 'of');
      if (of < 0) return isNth(argument);
      return isNth(trimmed(argument.slice(0, of))) && isList(argument.slice(of + 1), inner);
    }
    case 'ident':
      return others.length === 0 && isIdent(first);
    case 'ident list':
      return argument.every((one) => isIdent(one) || isDelim(one, ',') || isSpace(one)) && isIdent(first);
    case 'idents':
      return first !== undefined && argument.every((one) => isIdent(one) || isSpace(one));
  }
}

/** The An+B microsyntax (CSS Syntax, section 6). */
function isNth(nodes: readonly ComponentValue[]): boolean {
  const text = nodes.map(textOf).join('');
  return /^(even|odd|[+-]?\d*n(\s*[+-]\s*\d+)?|[+-]?\d+)$/i.test(text);
}

/** `[name]`, or `[name operator value]` with an optional `i`. Chromium does not support the `s` flag. */
function isAttribute(block: ComponentValue & { value: ComponentValue[]; startToken: unknown[] }): boolean {
  if (block.startToken[1] !== '[') return false;
  const nodes = trimmed(withoutComments(block.value));
  const end = endOfName(nodes, 0, { star: false });
  if (end === null) return false;
  const rest = trimmed(nodes.slice(end));
  if (rest.length === 0) return true;
  const equals = ['~', '|', '^', '$', '*'].some((text) => isDelim(rest[0], text)) ? 1 : 0;
  if (!isDelim(rest[equals], '=')) return false;
  const [value, ...flags] = trimmed(rest.slice(equals + 1));
  const isValue = isIdent(value) || (value !== undefined && isTokenNode(value) && isTokenString(value.value));
  const [flag, ...more] = trimmed(flags);
  return isValue && (flag === undefined || (more.length === 0 && textOf(flag).toLowerCase() === 'i'));
}
