import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '@shotclock/runtime';
import { describe, expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, root), 'utf8');
const readme = readText('README.md');
const rows = new Map(
  [...readme.matchAll(/^\| `([A-Z0-9_]+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((row) => [
    row[1]!,
    { default: row[2], what: row[3] },
  ]),
);

describe('a document names only scripts that package.json has', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: fileURLToPath(root) });
  /** Matches `npx pnpm@12 NAME` and `pnpm NAME`, but not commands of pnpm itself. */
  const command = /(?:`|npx )pnpm(?:@12)? (?!install\b|exec\b)([a-z][a-z:]+)/g;

  test.each(documents)('%s', (document) => {
    const named = [...readText(document).matchAll(command)].map(([, script]) => script!);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

describe("the README's table of settings", () => {
  test('has every setting that is read, and no other', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(settings).sort());
  });

  test.each(Object.entries(settings))('tells the truth about %s', (name, setting) => {
    const plain = setting.default === null || setting.default === '' ? 'unset' : `\`${setting.default}\``;
    const defaultText = 'defaultText' in setting ? (setting.defaultText as string | undefined) : undefined;
    expect(rows.get(name)).toEqual({ default: defaultText ?? plain, what: setting.description });
  });
});
