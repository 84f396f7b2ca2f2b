import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

export type SourceFile = {
  /** Path relative to the package's folder. */
  file: string;
  /** Paths of the files that it imports by relative path, including type imports, relative to the package's folder. */
  imports: string[];
};

/** Returns the TypeScript files of a package. `folder` is the package's path relative to the root. */
export function sourceFiles(folder: string): SourceFile[] {
  const files = globSync('{src,test,bench,chaos,fuzz-pages}/**/*.{ts,tsx}', { cwd: join(root, folder) });
  return files.map((file) => {
    const text = readFileSync(join(root, folder, file), 'utf8');
    const paths = [...text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, path]) => path!);
    return { file, imports: paths.map((path) => relative(folder, join(folder, dirname(file), path))) };
  });
}
