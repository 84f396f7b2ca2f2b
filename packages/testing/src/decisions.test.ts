// A decision that was merged into another one keeps its number; docs/adr/README.md lists the file that contains it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const index = read('docs/adr/README.md');
const lines = [...index.matchAll(/^- \[(\d+)\. (.+?)\]\((.+?)\)(?:: ([\d, ]+))?$/gm)];
const files = globSync('[0-9]*.md', { cwd: join(root, 'docs/adr') }).sort();
const listed = lines.flatMap(([, own, , , all = own]) => all!.split(', ').map(Number));
/** If a file is not in the index yet, its name determines its number. */
const numbers = new Set([...listed, ...files.map((file) => Number(file.slice(0, 4)))]);

test('the index contains the number and title of each file', () => {
  for (const [, number, title, file] of lines) {
    expect(files).toContain(file);
    expect(file!.slice(0, 4)).toBe(number!.padStart(4, '0'));
    expect(read(`docs/adr/${file}`).split('\n')[0]).toBe(`# ${number}. ${title}`);
  }
});

test('each number refers to only one decision', () => {
  expect(listed.filter((number, at) => listed.indexOf(number) !== at)).toEqual([]);
});

test('every decision that code or documents refer to exists', () => {
  const sources = globSync(
    ['*.md', 'docs/**/*.md', '{apps,packages}/*/{src,test,bench,chaos}/**/*.{ts,tsx,sql}'],
    {
      cwd: root,
    },
  );
  const unknown = sources.flatMap((file) =>
    [...read(file).matchAll(/\bADRs? (\d+)/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(sources.length).toBeGreaterThan(1_000);
  expect(unknown).toEqual([]);
});
