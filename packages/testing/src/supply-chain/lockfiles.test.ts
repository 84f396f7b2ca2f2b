import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

// pnpm applies `blockExoticSubdeps` only when it resolves a version. It still installs Git repositories and URLs that a
// lockfile already contains.
test.each(['pnpm-lock.yaml', 'bench/pnpm-lock.yaml'])(
  'every package in %s comes from the registry and has a SHA-512 hash',
  (file) => {
    const resolutions = read(file).match(/^ +resolution: .*$/gm) ?? [];
    expect(resolutions.length).toBeGreaterThan(100);
    const isFromRegistry = (line: string) => /: \{integrity: sha512-[\w+/]{86}==\}$/.test(line);
    expect(resolutions.filter((line) => !isFromRegistry(line))).toEqual([]);
  },
);

test('CI installs only what the lockfiles contain', () => {
  const installs = read('.ci/run').match(/^pnpm .*\binstall\b.*$/gm) ?? [];
  expect(installs).toHaveLength(2);
  expect(installs.filter((line) => !line.includes('--frozen-lockfile'))).toEqual([]);
});
