import { readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Page } from './page.ts';

/** Returns the paths that a page's Markdown links to or shows, relative to the root of the handbook. URLs are not included. */
export function linkedPaths({ path, markdown }: Page): string[] {
  const text = markdown.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]+`/g, '');
  const links = text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g);
  return [...links]
    .map(([, link, attribute]) => (link ?? attribute)!.split('#')[0]!)
    .filter((link) => link !== '' && !isUrl(link))
    .map((link) => resolvePath(path, link));
}

export const isUrl = (link: string): boolean => /^[a-z]+:/.test(link);

/** Resolves a relative link of the page at `from`. */
export const resolvePath = (from: string, link: string): string =>
  posix.join(posix.dirname(from), link).replace(/\/$/, '');

/** A page that lists the files of a folder. */
export function folderPage(root: string, folder: string): Page & { files: string[] } {
  const files = readdirSync(join(root, folder), { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => statSync(join(root, folder, name)).isFile())
    .sort();
  const list = files.map((name) => `- [${name}](${name})`);
  return {
    path: `${folder}/README.md`,
    markdown: `# ${folder}\n\nThe files in \`${folder}\` of the repository.\n\n${list.join('\n')}\n`,
    files: files.map((name) => `${folder}/${name}`),
  };
}
