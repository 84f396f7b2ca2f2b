import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { close, createIndex } from 'pagefind';

/** Pagefind's own user interfaces, which the handbook does not use. */
const isUnused = (path: string) => /-ui\.(?:js|css)$|-highlight\.js$/.test(path);

/**
 * Writes Pagefind's search index and its library to `pagefind/`.
 * @param pages the HTML of the pages by path
 * @throws Error if Pagefind cannot index a page, or has no program for this platform
 */
export async function writeSearchIndex(folder: string, pages: ReadonlyMap<string, string>): Promise<void> {
  try {
    const { index, errors } = await createIndex({ keepIndexUrl: true });
    if (!index) throw new Error(errors.join('\n'));
    for (const [sourcePath, content] of pages) {
      const added = await index.addHTMLFile({ sourcePath, content });
      if (added.errors.length > 0) throw new Error(`${sourcePath}: ${added.errors.join('\n')}`);
    }
    const { files, errors: failed } = await index.getFiles();
    if (failed.length > 0) throw new Error(failed.join('\n'));
    for (const { path, content } of files.filter((file) => !isUnused(file.path))) {
      const target = join(folder, 'pagefind', path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
  } finally {
    await close();
  }
}
