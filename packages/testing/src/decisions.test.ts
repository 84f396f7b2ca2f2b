// A decision that became part of another one keeps its number, which docs/adr/README.md resolves.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const index = read('docs/adr/README.md');
const lines = [...index.matchAll(/^- \[(\d+)\. (.+?)\]\((.+?)\)(?:: ([\d, ]+))?$/gm)];
const numbers = lines.flatMap(([, own, , , all = own]) => all!.split(', ').map(Number));

test('the index of decisions lists every file with its number and its title', () => {
  const files = globSync('[0-9]*.md', { cwd: join(root, 'docs/adr') }).sort();
  expect(lines.map(([, , , file]) => file)).toEqual(files);
  for (const [, number, title, file] of lines) {
    expect(file!.slice(0, 4)).toBe(number!.padStart(4, '0'));
    expect(read(`docs/adr/${file}`).split('\n')[0]).toBe(`# ${number}. ${title}`);
  }
});

test('a number stands for one decision', () => {
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('every decision that code and documents name is in the index', () => {
  const files = globSync(
    ['*.md', 'docs/**/*.md', '{apps,packages}/*/{src,test,bench,chaos}/**/*.{ts,tsx,sql}'],
    {
      cwd: root,
    },
  );
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(/\bADRs? (\d+)/g)]
      .filter(([, number]) => !numbers.includes(Number(number)))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(unknown).toEqual([]);
});
