import { readFileSync } from 'node:fs';
import { settings } from '@shotclock/runtime';
import { describe, expect, test } from 'vitest';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const rows = new Map(
  [...readme.matchAll(/^\| `([A-Z0-9_]+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((row) => [
    row[1]!,
    { default: row[2], what: row[3] },
  ]),
);

describe("the README's table of settings", () => {
  test('lists the settings that the apps read, and no others', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(settings).sort());
  });

  test.each(Object.entries(settings))('has the default and the description of %s', (name, setting) => {
    const plain = setting.default === null || setting.default === '' ? 'unset' : `\`${setting.default}\``;
    const defaultText = 'defaultText' in setting ? (setting.defaultText as string | undefined) : undefined;
    expect(rows.get(name)).toEqual({ default: defaultText ?? plain, what: setting.description });
  });
});
