import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { changelogSection } from './changelog.ts';

/**
 * Writes the files of a release: `files`, which contains the npm packages, the bill of materials and their SHA256SUMS, and `notes.md`.
 * @param options.out the folder, which is replaced
 * @param options.repository the URL of the repository, or null if the packages are not published
 */
export async function buildRelease(options: {
  root: string;
  version: string;
  out: string;
  repository: string | null;
}): Promise<void> {
  const { root, version, repository } = options;
  const out = resolve(options.out);
  const files = join(out, 'files');
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, stdio: 'inherit' });
  await rm(out, { recursive: true, force: true });
  await mkdir(files, { recursive: true });

  for (const script of ['scripts/build-dashboard.js', 'scripts/build-handbook.js'])
    run(process.execPath, script);
  const built = join(out, 'npm');
  run(process.execPath, 'apps/npm/scripts/build.ts', `--out=${built}`);
  for (const folder of [built, join(root, 'packages/client')]) await pack(folder, { to: files, repository });
  await rm(built, { recursive: true });
  run(process.execPath, 'scripts/write-sbom.ts', `--out=${join(files, 'sbom.cdx.json')}`);

  const names = (await readdir(files)).sort();
  const sums = await Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256').update(await readFile(join(files, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    }),
  );
  await writeFile(join(files, 'SHA256SUMS'), sums.join(''));
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  await writeFile(join(out, 'notes.md'), `${changelogSection(changelog, version)}\n`);
}

/** Packs a folder with `npm pack`. Its scripts build what is packed. */
async function pack(
  folder: string,
  { to, repository }: { to: string; repository: string | null },
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'shotclock-pack-'));
  const npmPack = (cwd: string, ...args: string[]) =>
    execFileSync('npm', ['pack', '--silent', ...args], { cwd, encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)!;
  try {
    let tarball = npmPack(folder, '--pack-destination', work);
    if (repository !== null) {
      execFileSync('tar', ['-xzf', tarball], { cwd: work });
      const path = join(work, 'package/package.json');
      const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
      const published = { ...manifest, repository: { type: 'git', url: `git+${repository}.git` } };
      await writeFile(path, `${JSON.stringify(published, null, 2)}\n`);
      tarball = npmPack(work, '--ignore-scripts', './package');
    }
    await copyFile(join(work, tarball), join(to, tarball));
  } finally {
    await rm(work, { recursive: true });
  }
}
