import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Writes the entry files of the packages, which start with `marker`. Each entry exports the names that files outside its folder
// import.

const marker = '// Written by `pnpm barrels`, from what other files import.';
const isCheck = process.argv.includes('--check');

/** A file that a package exports under a name such as `@shotclock/db/all-accounts`. */
type Entry = { name: string; file: string; folder: string };

const sources = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

const entries = globSync('packages/*/package.json').flatMap((manifest): Entry[] => {
  const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const file = typeof target === 'string' ? join(dirname(manifest), target) : '';
    const isEntry = sources.get(file)?.startsWith(`${marker}\n`);
    return isEntry ? [{ name: join(name, subpath), file, folder: dirname(file) }] : [];
  });
});

/** Returns the names in a module's imports and exports, each with the file or package that it comes from. */
function namesIn(text: string): { name: string; isType: boolean; from: string }[] {
  const statements = text.matchAll(/^(?:import|export) (type )?{([^}]*)} from '([^']+)'/gm);
  return [...statements].flatMap(([, allTypes, list, from]) => {
    const names = list!.matchAll(/(type )?(\w+)(?: as \w+)?/g);
    return [...names].map(([, type, name]) => ({ name: name!, isType: !!(allTypes ?? type), from: from! }));
  });
}

function importedNames({ name, file, folder }: Entry): Set<string> {
  const importers = [...sources].filter(([importer]) => !importer.startsWith(`${folder}/`));
  const imported = importers.flatMap(([importer, text]) =>
    namesIn(text).filter(({ from }) => from === name || join(dirname(importer), from) === file),
  );
  return new Set(imported.map((one) => one.name));
}

/** Returns the names that the files in a folder declare, with their files, and whether they are only types. */
function declaredNames(folder: string) {
  const declared = new Map<string, { file: string; isType: boolean }[]>();
  const pattern = /^export (?:async |abstract )*(function\*?|const|let|class|type) (\w+)/gm;
  for (const [file, source] of sources) {
    if (!file.startsWith(`${folder}/`)) continue;
    for (const [, kind, name] of source.matchAll(pattern)) {
      const others = declared.get(name!) ?? [];
      const known = others.find((one) => one.file === file);
      if (known) known.isType &&= kind === 'type';
      else declared.set(name!, [...others, { file, isType: kind === 'type' }]);
    }
  }
  return declared;
}

/** Returns the lines of an entry, unsorted and unformatted, because Biome formats them afterwards. */
function entryLines({ name, folder }: Entry, imported: Set<string>): string[] {
  const declared = declaredNames(folder);
  const byFile = new Map<string, string[]>();
  for (const one of imported) {
    const [found, ...others] = declared.get(one) ?? [];
    if (!found || others.length > 0)
      throw new Error(`${name}: ${found ? 'several files declare' : 'no file declares'} ${one}`);
    byFile.set(found.file, [...(byFile.get(found.file) ?? []), found.isType ? `type ${one}` : one]);
  }
  return [...byFile].map(
    ([file, names]) => `export { ${names.join(', ')} } from './${relative(folder, file)}';`,
  );
}

/** Returns an entry's exports in a form that does not depend on formatting or order. */
function exportsOf(text: string): string {
  const lines = namesIn(text).map(({ name, isType, from }) => `${from} ${name} ${isType}`);
  return lines.sort().join();
}

const importedOf = new Map(entries.map((entry) => [entry, importedNames(entry)]));
const outdated: string[] = [];
for (const [entry, names] of importedOf) {
  const rival = entries.find(({ folder, name }) => folder === entry.folder && name < entry.name);
  const shared = rival && [...names].find((name) => importedOf.get(rival)!.has(name));
  if (shared) throw new Error(`${shared} is imported from ${rival.name} and from ${entry.name}`);
  const text = sources.get(entry.file)!;
  const comments = /^(?:\/\/.*\n)*/.exec(text)![0];
  const lines = entryLines(entry, names).join('\n');
  if (exportsOf(lines) === exportsOf(text)) continue;
  outdated.push(entry.file);
  if (!isCheck) writeFileSync(entry.file, `${comments}\n${lines}\n`);
}
if (outdated.length > 0 && isCheck) {
  console.error(`Run \`npx pnpm@12 barrels\`, which writes ${outdated.join(', ')}.`);
  process.exitCode = 1;
} else if (outdated.length > 0) execFileSync('node_modules/.bin/biome', ['check', '--write', ...outdated]);
