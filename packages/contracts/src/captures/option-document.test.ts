import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { captureOptionNames } from './capture-options.ts';
import { optionsFile, withOptionTable } from './option-document.ts';

const document = readFileSync(optionsFile, 'utf8');

test('docs/captures.md contains the output of `pnpm docs:options`', () => {
  expect(document).toBe(withOptionTable(document));
});

test('the table lists every option once, with its values, its default and its meaning', () => {
  const names = [...withOptionTable(document).matchAll(/^\| `(\w+)` +\| .+ \| .* \| .+\. +\|$/gm)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(captureOptionNames);
});

test('a document without the table markers is rejected', () => {
  expect(() => withOptionTable('# Captures\n')).toThrow('does not contain the markers');
});
