/** Scripts that put no space between words; these are taken letter by letter. */
const spaceless =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const word = new RegExp(`[[\\p{L}\\p{M}\\p{N}_]--${spaceless}]+|\\S`, 'gv');

/** The words of a text, and every other sign that is not white space by itself. */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

/** The lines that hold anything, with runs of white space as one blank, whatever ends them. */
export function linesOf(text: string): string[] {
  return parted(text, (at) => (isLineEnd(text, at) ? at + 1 : null));
}

/**
 * The lines of an HTML document with every tag on a line of its own, so that a document of one line has readable
 * differences. What looks like a tag inside a script or an attribute is parted too, in both documents alike.
 */
export function htmlLinesOf(html: string): string[] {
  return parted(html, (at) => {
    if (html[at] === '<') return at;
    return html[at] === '>' || isLineEnd(html, at) ? at + 1 : null;
  });
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** White space that is not a single blank. */
const uneven = /\s\s|[^\S ]/;

/** `boundary`: where the next line begins because of the character at `at`, if it does. */
function parted(text: string, boundary: (at: number) => number | null): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const next = at === text.length ? at : boundary(at);
    if (next === null) continue;
    const line = text.slice(start, next).trim();
    if (line !== '') lines.push(uneven.test(line) ? line.replaceAll(/\s+/g, ' ') : line);
    start = next;
  }
  return lines;
}
