import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const source = import.meta.dirname;

/** The folders that each folder imports from, types included. Test files and the files of `src` itself do not count. */
async function folderImports(): Promise<Map<string, Set<string>>> {
  const imports = new Map<string, Set<string>>();
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.includes(sep) || !file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const folder = dirname(file);
    const text = await readFile(join(source, file), 'utf8');
    const imported = [...text.matchAll(/from '(\.[^']+)'/g)]
      .map(([, path]) => relative(source, dirname(join(source, folder, path!))))
      .filter((other) => other !== folder && other !== '');
    imports.set(folder, new Set([...(imports.get(folder) ?? []), ...imported]));
  }
  return imports;
}

/** The folders of a cycle that can be reached from the end of `path`, or null. */
function findCycle(imports: Map<string, Set<string>>, path: string[]): string[] | null {
  for (const next of imports.get(path.at(-1)!) ?? []) {
    if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
    const cycle = findCycle(imports, [...path, next]);
    if (cycle) return cycle;
  }
  return null;
}

test('the folders of core have no import cycle', async () => {
  const imports = await folderImports();
  expect(imports.get('captures')).toContain('content-checks');
  for (const folder of imports.keys()) expect(findCycle(imports, [folder])).toBeNull();
});
