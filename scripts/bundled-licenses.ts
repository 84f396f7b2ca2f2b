import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

type Manifest = { name: string; version: string; license?: string; author?: string | { name: string } };

/** Separates the entries of a file. */
export const licenseSeparator = `\n${'-'.repeat(80)}\n`;

/** Texts for packages that contain only the name of their license. Apache-2.0 is also the license of Shotclock. */
const standardTexts: Record<string, (holder: string) => string> = {
  'Apache-2.0': () => 'The text of the Apache License, Version 2.0, is in the file LICENSE.',
  MIT: (holder) => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"),
to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
IN THE SOFTWARE.`,
  Unlicense: () => 'This software is released into the public domain (https://unlicense.org).',
};

/**
 * The names, versions and licenses of the libraries that the modules belong to.
 * @param modules paths of files; only those in `node_modules` folders count
 * @throws Error if a library has no license text
 */
export async function bundledLicenses(modules: Iterable<string>): Promise<string> {
  const folders = new Set<string>();
  for (const path of modules) {
    const [folder] = /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
    if (folder) folders.add(folder);
  }
  return joinLicenses(await Promise.all([...folders].map(licenseOf)));
}

/** Sorts entries, and removes duplicates. */
export const joinLicenses = (entries: Iterable<string>): string =>
  [...new Set(entries)].sort().join(licenseSeparator);

async function licenseOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = '' } = manifest;
  // Some packages have a folder of licenses.
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => /^(licen[cs]e|copying|unlicense|notice)[^/]*(\/[^/]+)?$/i.test(path))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0) {
    const standard = standardTexts[license]?.(authorOf(manifest));
    if (standard === undefined) throw new Error(`${name} has no text of its license (${license})`);
    texts.push(standard);
  }
  return [`${name} ${version} (${license})`, ...texts].join('\n\n').trim();
}

function authorOf({ author, name }: Manifest): string {
  const text = typeof author === 'object' ? author.name : author;
  return text?.replace(/ *[<(].*$/, '') || `the authors of ${name}`;
}
