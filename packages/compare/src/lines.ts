// This part also runs in browsers, so its modules must not use Node.js.
export { type DiffLine, diffHtmlLines, diffTextLines, type LinePart } from './texts/line-diff.ts';
