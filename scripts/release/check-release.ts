import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogSection } from './changelog.ts';
import { readVersions } from './versioned-files.ts';

/** The recorded database of a version, which upgrades.test.ts migrates. */
export const recordedDatabase = (version: string): string => `apps/api/test/upgrades/${version}.sql`;

/**
 * Returns the reasons why the checkout cannot be released as this tag. It needs the tags of the repository.
 * @param tag `v` and the version
 */
export function releaseFaults(root: string, tag: string): string[] {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (version === undefined) return [`${tag} is not v and a version such as 1.2.3`];
  const faults = Object.entries(readVersions(root))
    .filter(([, found]) => found !== version)
    .map(([file, found]) => `${file} has the version ${found ?? '(none)'}, not ${version}`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelogSection(changelog, version)) faults.push(`CHANGELOG.md has no changes of ${version}`);
  if (changelogSection(changelog, 'Unreleased'))
    faults.push('CHANGELOG.md has unreleased changes, which belong to this version');
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { cwd: root, encoding: 'utf8' }).split('\n');
  const versions = new Set([version, ...tags.filter(Boolean).map((name) => name.slice(1))]);
  for (const one of versions)
    if (!existsSync(join(root, recordedDatabase(one))))
      faults.push(`${recordedDatabase(one)} is missing: check out v${one} and run pnpm upgrades:record`);
  return faults;
}
