import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseChanges } from './changelog.ts';
import { readVersions, writeVersions } from './versioned-files.ts';

/**
 * Changes the version in every file, and moves the unreleased changes to its section of the changelog.
 * @throws Error, before any change, if the version is not newer or nothing has changed
 */
export function cutRelease(root: string, version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version such as 1.2.3`);
  const current = readVersions(root)['package.json']!;
  const isNewer = current.localeCompare(version, 'en', { numeric: true }) < 0;
  if (!isNewer) throw new Error(`${version} is not newer than ${current}`);
  const path = join(root, 'CHANGELOG.md');
  const changelog = releaseChanges(readFileSync(path, 'utf8'), version);
  writeVersions(root, version);
  writeFileSync(path, changelog);
}
