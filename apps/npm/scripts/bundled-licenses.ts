import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * The names, versions and licenses of the libraries that the modules belong to.
 * @param modules paths of files; only those in `node_modules` folders count
 */
export async function bundledLicenses(modules: Iterable<string>): Promise<string> {
  const folders = new Set<string>();
  for (const path of modules) {
    const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
    if (folder) folders.add(folder);
  }
  const entries = await Promise.all([...folders].map(licenseOf));
  return [...new Set(entries)].sort().join(`\n${'-'.repeat(80)}\n`);
}

async function licenseOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  // Some packages have a folder of licenses.
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => /^(licen[cs]e|copying|unlicense)[^/]*(\/[^/]+)?$/i.test(path))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...texts].join('\n\n').trim();
}
