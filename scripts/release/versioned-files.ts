import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = String.raw`(\d+\.\d+\.\d+)`;
const manifest = new RegExp(`^  "version": "${version}"`, 'm');

/** The files that contain the version, each with the pattern whose group is the version. */
const others: Record<string, RegExp> = {
  'package.json': manifest,
  'bench/package.json': manifest,
  Dockerfile: new RegExp(`^ARG VERSION=${version}$`, 'm'),
  'docker-compose.yml': new RegExp(`^ +image: shotclock:${version}$`, 'm'),
  'deploy/kustomize/base/kustomization.yaml': new RegExp(`name: shotclock, newTag: ${version} `),
  '.github/ISSUE_TEMPLATE/bug.yml': new RegExp(`placeholder: Shotclock ${version},`),
};

function versionPatterns(root: string): [file: string, pattern: RegExp][] {
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: root }).sort();
  return [...Object.entries(others), ...manifests.map((file): [string, RegExp] => [file, manifest])];
}

/** The version in each file that contains it, or null in a file that should contain it. */
export function readVersions(root: string): Record<string, string | null> {
  const found = versionPatterns(root).map(([file, pattern]) => [
    file,
    pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? null,
  ]);
  return Object.fromEntries(found);
}

/** Changes the version in each file that contains it. */
export function writeVersions(root: string, to: string): void {
  for (const [file, pattern] of versionPatterns(root)) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8').replace(pattern, (match, from) => match.replace(from, to));
    writeFileSync(path, text);
  }
}
