import type { Style } from './text-dom.ts';

export type TextWriter = ReturnType<typeof textWriter>;

/**
 * Writes text as the page lays it out: whitespace is collapsed according to the style, and each block starts a new
 * line. A part of `visibleText`, which runs in the page.
 */
export function textWriter() {
  // The text written so far, and the separator before the next text.
  const written: string[] = [];
  let length = 0;
  let breaks = 0;
  let space = false;
  let lineStart = true;
  const push = (text: string) => {
    written.push(text);
    length += text.length;
  };
  const flush = () => {
    if (breaks > 0 && length > 0) push('\n'.repeat(breaks));
    else if (space && !lineStart) push(' ');
    if (breaks > 0) lineStart = true;
    breaks = 0;
    space = false;
  };
  const block = (lines: number) => {
    // A line break at the end of a block does not add another line.
    const ended = written.at(-1) === '\n' ? 1 : 0;
    breaks = Math.max(breaks, length === 0 ? 0 : lines - ended);
    space = false;
  };
  const lineBreak = () => {
    if (length === 0) return;
    space = false;
    flush();
    push('\n');
    lineStart = true;
  };
  const write = (text: string, preserved: boolean) => {
    if (text === '') return;
    flush();
    push(text);
    lineStart = preserved && text.endsWith('\n');
  };
  const separate = () => {
    space = true;
  };

  const wide = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60]';
  const brokenBetweenWide = new RegExp(`(?<=${wide})[ \\t]*\\n[ \\t]*(?=${wide})`, 'gu');
  // Characters without width: soft hyphen, zero width space, byte order mark.
  const zeroWidth = /[\u00ad\u200b\ufeff]/g;
  const transformed = (text: string, transform: string) => {
    if (transform.includes('uppercase')) return text.toUpperCase();
    if (transform.includes('lowercase')) return text.toLowerCase();
    if (!transform.includes('capitalize')) return text;
    return text.replace(/(?<![\p{L}\p{N}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  };
  const words = (raw: string, style: Style) => {
    const text = transformed(raw.replace(zeroWidth, ''), style.textTransform);
    const mode = style.whiteSpaceCollapse;
    if (mode === 'preserve' || mode === 'break-spaces') return write(text.replace(/\r\n?/g, '\n'), true);
    const lines = mode === 'preserve-breaks' ? text.split('\n') : [text.replace(brokenBetweenWide, '')];
    for (const [at, line] of lines.entries()) {
      if (at > 0) lineBreak();
      const collapsed = line.replace(/[ \t\n\r\f]+/g, ' ');
      if (collapsed.startsWith(' ')) separate();
      write(collapsed.trim() === '' ? collapsed.replaceAll(' ', '') : collapsed.replace(/^ | $/g, ''), false);
      if (collapsed.endsWith(' ')) separate();
    }
  };
  /** Starts a cell of a table row. */
  const beginCell = (first: boolean) => {
    if (first) return flush();
    breaks = 0;
    space = false;
    push('\t');
    lineStart = true;
  };
  return {
    block,
    lineBreak,
    separate,
    write,
    words,
    transformed,
    beginCell,
    length: () => length,
    text: () => written.join('').replace(/^\n+|[ \t\n]+$/g, ''),
  };
}
