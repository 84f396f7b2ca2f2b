import { posix } from 'node:path';

/** A page of the handbook. All paths use `/`. */
export type Page = {
  /** Path of the Markdown, in the repository and in the handbook. */
  path: string;
  markdown: string;
};

/** Returns the path of a page's HTML: `docs/adr/README.md` becomes `docs/adr/index.html`. */
export const htmlPath = (path: string): string =>
  path.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');

/** Returns the relative URL of a file for a page at `from`. Both are paths in the handbook. */
export const relativeUrl = (from: string, to: string): string => posix.relative(posix.dirname(from), to);
