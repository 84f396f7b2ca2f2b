import { cp, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'rolldown';

const reference = /\bnew URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g;

/**
 * Bundles are in one folder, so modules that refer to files by their own URL would not find them. Programs that
 * `new URL('…', import.meta.url)` refers to become entries, and other files and folders are copied to `files/` beside the bundles.
 * A reference to `root` becomes one to the package.
 * @param options.entryName the name of an entry's bundle
 * @throws Error from the build for a reference that is not of this form, or to something that does not exist
 */
export function fileReferences(options: {
  root: string;
  outDir: string;
  entryName: (file: string) => string;
}): Plugin {
  const { root, outDir, entryName } = options;
  const inRoot = (path: string) => relative(root, path);
  return {
    name: 'file-references',
    async transform(code, id) {
      if (!code.includes('import.meta.url') || inRoot(id).startsWith('node_modules')) return null;
      const targets = new Map<string, string>();
      for (const [text, path] of code.matchAll(reference)) {
        const file = resolve(dirname(id), path!);
        const found = await stat(file);
        if (file === root) targets.set(text, '..');
        else if (found.isFile() && file.endsWith('.ts')) {
          const fileName = `${entryName(inRoot(file))}.js`;
          this.emitFile({ type: 'chunk', id: file, fileName });
          targets.set(text, `./${fileName}`);
        } else {
          const copy = join('files', inRoot(file));
          await cp(file, join(outDir, copy), { recursive: true });
          targets.set(text, `./${copy}${found.isDirectory() ? '/' : ''}`);
        }
      }
      const replaced = code.replaceAll(
        reference,
        (text) => `new URL('${targets.get(text)}', import.meta.url)`,
      );
      const others = replaced.replaceAll(reference, '').replaceAll('createRequire(import.meta.url)', '');
      if (others.includes('import.meta.url'))
        throw new Error(`${inRoot(id)}: only new URL('…', import.meta.url) works in the package`);
      return replaced;
    },
  };
}
