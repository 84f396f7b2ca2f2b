import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The words of Markdown files, without the borders of tables. */
const countWords = (pattern: string): number =>
  globSync(pattern, { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8').replaceAll(/^\|[-:| ]+\|$|\|/gm, ' '))
    .flatMap((text) => text.match(/\S+/g) ?? []).length;

test('the documents have at most 35,000 words, and the README 1,000', () => {
  expect(countWords('docs/**/*.md')).toBeLessThanOrEqual(35_000);
  expect(countWords('README.md')).toBeLessThanOrEqual(1_000);
});

test('there are at most 30 decisions, of at most 400 words each', () => {
  const decisions = globSync('docs/adr/[0-9]*.md', { cwd: root });
  expect(decisions.length).toBeLessThanOrEqual(30);
  for (const path of decisions) expect(countWords(path), path).toBeLessThanOrEqual(400);
});
