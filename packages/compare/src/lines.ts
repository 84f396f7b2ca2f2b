// What runs in browsers, too: no module of this entry uses Node.js.
export { type DiffLine, diffHtmlLines, diffTextLines, type LinePart } from './texts/line-diff.ts';
