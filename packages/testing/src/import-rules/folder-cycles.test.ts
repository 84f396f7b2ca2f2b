import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, type SourceFile, sourceFiles } from './source-files.fixture.ts';

/**
 * Returns the folders that each folder imports from. Test files and files directly in `src`, `test` and similar folders
 * are ignored.
 */
function folderImports(files: readonly SourceFile[]): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { file, imports: imported } of files) {
    const folder = dirname(file);
    if (!isSubfolder(folder) || file.endsWith('.test.ts')) continue;
    const others = imported.map(dirname).filter((other) => other !== folder && isSubfolder(other));
    imports.set(folder, new Set([...(imports.get(folder) ?? []), ...others]));
  }
  return imports;
}

function isSubfolder(folder: string): boolean {
  return folder.includes('/');
}

/** Returns the folders of a cycle that can be reached from the end of `path`, or null if there is none. */
function findCycle(imports: Map<string, Set<string>>, path: string[]): string[] | null {
  for (const next of imports.get(path.at(-1)!) ?? []) {
    if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
    const cycle = findCycle(imports, [...path, next]);
    if (cycle) return cycle;
  }
  return null;
}

describe.each(globSync('{apps,packages}/*', { cwd: root }))('%s', (folder) => {
  test('has no import cycle between folders', () => {
    const imports = folderImports(sourceFiles(folder));
    for (const start of imports.keys()) expect(findCycle(imports, [start])).toBeNull();
  });
});

test('imports between folders are found', () => {
  const core = folderImports(sourceFiles('packages/core'));
  expect(core.get('src/captures')).toContain('src/content-checks');
});

test('a cycle that does not include the first folder is found', () => {
  const imports = folderImports([
    { file: 'src/a/one.ts', imports: ['src/b/one.ts', 'src/b.ts'] },
    { file: 'src/b/one.ts', imports: ['src/c/one.ts'] },
    { file: 'src/c/two.ts', imports: ['src/b/two.ts'] },
  ]);
  expect(findCycle(imports, ['src/a'])).toEqual(['src/b', 'src/c', 'src/b']);
});
