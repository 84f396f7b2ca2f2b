/** Scripts that do not separate words with spaces, and are therefore split into single characters. */
const unspacedScripts =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const wordPattern = new RegExp(`[[\\p{L}\\p{M}\\p{N}_]--${unspacedScripts}]+|\\S`, 'gv');

/** Splits text into words. Any other character except whitespace is a separate token. */
export function splitWords(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** Returns the start positions of the words in `text`, in the order of `splitWords`. */
export function wordStarts(text: string): number[] {
  return Array.from(text.matchAll(wordPattern), ({ index }) => index);
}

/** Splits text into its non-empty lines, with whitespace collapsed to single spaces. */
export function splitLines(text: string): string[] {
  return splitAt(text, (at) => (isLineEnd(text, at) ? at + 1 : null));
}

/**
 * Splits an HTML document into lines with every tag on its own line, so that a one-line document has a readable diff.
 * Text that looks like a tag inside a script or an attribute is also split, but in the same way in both documents.
 */
export function splitHtmlLines(html: string): string[] {
  return splitAt(html, (at) => {
    if (html[at] === '<') return at;
    return html[at] === '>' || isLineEnd(html, at) ? at + 1 : null;
  });
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** Whitespace other than a single space. */
const collapsibleSpace = /\s\s|[^\S ]/;

/** `nextLineStart` returns the start of the next line if the character at `at` ends a line, and null otherwise. */
function splitAt(text: string, nextLineStart: (at: number) => number | null): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const next = at === text.length ? at : nextLineStart(at);
    if (next === null) continue;
    const line = text.slice(start, next).trim();
    if (line !== '') lines.push(collapsibleSpace.test(line) ? line.replaceAll(/\s+/g, ' ') : line);
    start = next;
  }
  return lines;
}
