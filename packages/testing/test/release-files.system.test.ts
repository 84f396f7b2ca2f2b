import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRelease } from '../../../scripts/release/build-release.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const repository = 'https://github.com/example/shotclock';
let out: string;
let version: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'shotclock-release-'));
  ({ version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  await buildRelease({ root, version, out, repository });
});
afterAll(() => rm(out, { recursive: true }));

test('SHA256SUMS lists every other file', async () => {
  const files = join(out, 'files');
  const verified = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: files,
    encoding: 'utf8',
  });
  const names = verified
    .trim()
    .split('\n')
    .map((line) => line.replace(/: OK$/, ''));
  expect(names).toEqual(
    [`shotclock-${version}.tgz`, `shotclock-client-${version}.tgz`, 'sbom.cdx.json'].sort(),
  );
  expect((await readdir(files)).sort()).toEqual(['SHA256SUMS', ...names].sort());
});

test.each([
  ['shotclock', 'shotclock', 'programs/worker.js'],
  ['shotclock-client', '@shotclock/client', 'dist/index.js'],
])('%s is packed with its build and the repository', async (file, name, build) => {
  const tarball = join(out, `files/${file}-${version}.tgz`);
  expect((await stat(tarball)).size).toBeGreaterThan(20_000);
  const read = (path: string) =>
    execFileSync('tar', ['-xzOf', tarball, `package/${path}`], { encoding: 'utf8', maxBuffer: 1e8 });
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name,
    version,
    repository: { type: 'git', url: `git+${repository}.git` },
  });
  expect(read(build)).not.toBe('');
});

test('the bill of materials and the notes are those of the version', async () => {
  const bom = JSON.parse(await readFile(join(out, 'files/sbom.cdx.json'), 'utf8'));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX' });
  const notes = await readFile(join(out, 'notes.md'), 'utf8');
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  expect(notes.length).toBeGreaterThan(100);
  expect(notes).not.toMatch(/^## /m);
  expect(changelog).toContain(`## ${version}\n\n${notes}`);
});
