// Builds the npm package `shotclock` in `dist/`, or in the folder `--out`. Node does not strip types below `node_modules`, and npm does not apply the workspace's
// patches, so the package contains JavaScript with the patched libraries.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { programs } from '@shotclock/testing/programs';
import { rolldown } from 'rolldown';
import { bundledLicenses, joinLicenses, licenseSeparator } from '../../../scripts/bundled-licenses.ts';
import { fileReferences } from './file-references.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const folder = join(root, 'apps/npm');
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const packageDir = values.out === undefined ? join(folder, 'dist') : resolve(values.out);
const outDir = join(packageDir, 'programs');
const entryName = (file: string): string =>
  Object.entries(programs).find(([, entry]) => entry === file)?.[0] ?? basename(file, '.ts');

type Manifest = { version: string; license: string; dependencies: Record<string, string> };
const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
/** Libraries with native code, or that read files next to their modules. npm installs them. */
const installed = Object.keys(manifest.dependencies);

await rm(packageDir, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: programs,
  platform: 'node',
  external: installed.map((name) => new RegExp(`^${name}($|/)`)),
  resolve: { conditionNames: ['@shotclock/source', 'node'] },
  plugins: [fileReferences({ root, outDir, entryName })],
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: outDir,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
// The handbook contains Pagefind, and each bundle contains code of Rolldown.
modules.push(join(root, 'apps/handbook/node_modules/pagefind/package.json'));
modules.push(join(folder, 'node_modules/rolldown/package.json'));
const ofDashboard = await readFile(join(root, 'apps/dashboard/dist/licenses.txt'), 'utf8');
const ofPrograms = await bundledLicenses(modules);
const licenses = [ofDashboard, ofPrograms].flatMap((text) => text.split(licenseSeparator));
await writeFile(join(packageDir, 'licenses.txt'), joinLicenses(licenses));

for (const name of ['bin', 'README.md'])
  await cp(join(folder, name), join(packageDir, name), { recursive: true });
await cp(join(root, 'LICENSE'), join(packageDir, 'LICENSE'));
await cp(join(root, 'docs/settings.md'), join(packageDir, 'settings.md'));
const published = {
  name: 'shotclock',
  version: manifest.version,
  description: 'Screenshots of web pages on a schedule, and the record of what was done.',
  license: manifest.license,
  type: 'module',
  bin: { shotclock: 'bin/shotclock.js' },
  engines: { node: '>=24' },
  dependencies: Object.fromEntries(
    await Promise.all(installed.map(async (name) => [name, await versionOf(name)])),
  ),
};
await writeFile(join(packageDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

/** The installed version, which is exact, unlike the manifest's. */
async function versionOf(name: string): Promise<string> {
  const file = join(folder, 'node_modules', name, 'package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
