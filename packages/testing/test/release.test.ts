// Cuts and checks releases in a copy of the files that contain the version.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cutRelease } from '../../../scripts/release/cut-release.ts';
import { readVersions } from '../../../scripts/release/versioned-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const changelog = `# Changelog

## Unreleased

### New

- One thing.

## 0.1.0

- The first.
`;
let copy: string;
let current: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'shotclock-release-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  for (const path of [...Object.keys(readVersions(root)), 'apps/api/test/upgrades', 'scripts/release'])
    await cp(join(root, path), join(copy, path), { recursive: true });
  await writeFile(join(copy, 'CHANGELOG.md'), changelog);
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  current = readVersions(copy)['package.json']!;
});

function git(...args: string[]): void {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...author, ...args], { cwd: copy });
}

/** Runs the release program in the copy, which only checks. */
function check(tag: string): { status: number | null; faults: string[] } {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/release/build.ts', '--check', '--tag', tag],
    { cwd: copy, encoding: 'utf8' },
  );
  return { status, faults: stderr.trim().split('\n').filter(Boolean) };
}

const record = (version: string) => writeFile(join(copy, `apps/api/test/upgrades/${version}.sql`), '--\n');

test('every file that should contain the version contains the same one', () => {
  const versions = readVersions(root);
  expect(Object.keys(versions)).toEqual(
    expect.arrayContaining(['Dockerfile', 'docker-compose.yml', 'apps/npm/package.json']),
  );
  expect([...new Set(Object.values(versions))]).toEqual([current]);
});

test('a cut changes the version in every file and moves the unreleased changes', async () => {
  cutRelease(copy, '99.0.0');
  expect([...new Set(Object.values(readVersions(copy)))]).toEqual(['99.0.0']);
  expect(await readFile(join(copy, 'CHANGELOG.md'), 'utf8')).toBe(
    changelog.replace('## Unreleased\n', '## Unreleased\n\n## 99.0.0\n'),
  );
  expect(() => cutRelease(copy, '99.0.1')).toThrow('has no unreleased changes');
});

test.each(['0.0.1', 'v99.0.0', '99.0'])('a cut of %s is refused, and changes nothing', async (version) => {
  const before = readVersions(copy);
  expect(() => cutRelease(copy, version)).toThrow(version);
  expect(readVersions(copy)).toEqual(before);
  expect(await readFile(join(copy, 'CHANGELOG.md'), 'utf8')).toBe(changelog);
});

test('a release needs a matching tag, its section of the changelog and a recorded database', async () => {
  expect(check('99.0.0').faults).toEqual(['99.0.0 is not v and a version such as 1.2.3']);
  const early = check('v99.0.0');
  expect(early.status).toBe(1);
  expect(early.faults).toContain(`Dockerfile has the version ${current}, not 99.0.0`);
  expect(early.faults).toContain('CHANGELOG.md has no changes of 99.0.0');
  expect(early.faults).toContain('CHANGELOG.md has unreleased changes, which belong to this version');

  cutRelease(copy, '99.0.0');
  expect(check('v99.0.0').faults).toEqual([
    expect.stringMatching(/^apps\/api\/test\/upgrades\/99\.0\.0\.sql is missing/),
  ]);
  await record('99.0.0');
  expect(check('v99.0.0')).toEqual({ status: 0, faults: [] });
});

test('a release needs the recorded database of every tagged version', async () => {
  cutRelease(copy, '99.0.0');
  await record('99.0.0');
  git('tag', 'v98.0.0');
  expect(check('v99.0.0')).toEqual({
    status: 1,
    faults: [expect.stringMatching(/98\.0\.0\.sql is missing: check out v98\.0\.0 and run/)],
  });
  await record('98.0.0');
  expect(check('v99.0.0').status).toBe(0);
});
