// Checks the import rules in docs/architecture.md that lint rules cannot express. Biome's `noUndeclaredDependencies`
// reports imports of packages that package.json does not declare; these tests check which packages it may declare.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, sourceFiles } from './source-files.fixture.ts';

type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};
const manifests = globSync('{apps,packages}/*/package.json', { cwd: root })
  .map((file) => ({
    folder: dirname(file),
    manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
  }))
  .map(({ folder, manifest }) => ({
    folder,
    name: manifest.name.replace('@shotclock/', ''),
    dependencies: Object.keys(manifest.dependencies ?? {}),
  }));

/** The workspace packages that a package may depend on outside its tests and benchmarks. */
const allowed: Record<string, string[]> = {
  contracts: [],
  runtime: ['contracts'],
  client: [],
  mcp: ['client', 'contracts'],
  compare: [],
  testing: [],
  db: ['contracts', 'runtime'],
  queue: ['contracts', 'runtime'],
  storage: ['contracts', 'runtime'],
  egress: ['runtime'],
  sealing: [],
  alerts: ['contracts', 'egress', 'images'],
  embedded: ['runtime'],
  capture: ['contracts', 'egress', 'images', 'runtime'],
  images: ['compare', 'runtime'],
  core: ['alerts', 'contracts', 'db', 'egress', 'images', 'queue', 'runtime', 'sealing', 'storage'],
  api: ['contracts', 'core', 'db', 'egress', 'images', 'mcp', 'queue', 'runtime', 'sealing', 'storage'],
  scheduler: ['core', 'db', 'egress', 'images', 'queue', 'runtime', 'sealing', 'storage'],
  worker: [
    'capture',
    'compare',
    'contracts',
    'core',
    'db',
    'egress',
    'images',
    'queue',
    'runtime',
    'storage',
  ],
  dashboard: ['client', 'compare', 'contracts'],
  cli: [
    'capture',
    'client',
    'compare',
    'contracts',
    'core',
    'db',
    'egress',
    'embedded',
    'images',
    'mcp',
    'queue',
    'runtime',
    'sealing',
    'storage',
  ],
  handbook: [],
  npm: [],
  standalone: ['db', 'embedded', 'queue', 'runtime'],
};

/** Libraries that only the listed packages may depend on. */
const ownedLibraries: [library: RegExp, packages: string[]][] = [
  [/^drizzle-orm$/, ['db']],
  [/^postgres$/, ['db', 'embedded']],
  [/^(bullmq|ioredis|pg)$/, ['queue']],
  [/^minio$/, ['storage']],
  [/^@modelcontextprotocol\//, ['mcp']],
  [/^nodemailer$/, ['alerts']],
  [/^(prom-client|@opentelemetry\/.+)$/, ['runtime']],
  [/^(puppeteer|puppeteer-core|@puppeteer\/.+)$/, ['capture']],
  [/^@sparticuz\/chromium$/, ['capture', 'npm']],
  [/^(fastify|@fastify\/.+)$/, ['api']],
  [/^(marked|pagefind)$/, ['handbook']],
  [/^(react|react-dom|vite|@mantine\/.+|@tanstack\/.+)$/, ['dashboard']],
];

/** Scripts of the repository, which tests may import. */
const isScript = (path: string) => path.startsWith('../../scripts/');

describe.each(manifests)('$folder', ({ folder, name, dependencies }) => {
  test('depends only on the workspace packages that the architecture allows', () => {
    const workspace = dependencies
      .filter((one) => one.startsWith('@shotclock/'))
      .map((one) => one.replace('@shotclock/', ''));
    expect(workspace.filter((one) => !allowed[name]?.includes(one))).toEqual([]);
  });

  test('does not depend on libraries that belong to other packages', () => {
    const notOwned = dependencies.filter((one) =>
      ownedLibraries.some(([library, packages]) => library.test(one) && !packages.includes(name)),
    );
    expect(notOwned).toEqual([]);
  });

  test('does not import files of other packages by path', () => {
    const escaping = sourceFiles(folder).flatMap(({ file, imports }) =>
      imports.filter((path) => path.startsWith('..') && !isScript(path)).map((path) => `${file}: ${path}`),
    );
    expect(escaping).toEqual([]);
  });
});

/** The only entry points of certain packages that a package may import. */
const allowedEntries: [folder: string, entries: string[]][] = [
  // The dashboard imports only code that runs in browsers.
  ['apps/dashboard', ['@shotclock/compare/lines', '@shotclock/compare/pixels']],
  ['apps/api', ['@shotclock/queue/redis']],
  // Neither package depends on the request schemas.
  ['packages/capture', ['@shotclock/contracts/capture-options', '@shotclock/contracts/failure-codes']],
  ['packages/runtime', ['@shotclock/contracts/failure-codes']],
];

test.each(allowedEntries)('%s imports only these entries of other packages: %s', (folder, entries) => {
  const names = new Set(entries.map((entry) => entry.split('/').slice(0, 2).join('/')));
  const imported = sourceFiles(folder)
    .flatMap(({ file }) => [
      ...readFileSync(join(root, folder, file), 'utf8').matchAll(/'(@shotclock\/[^']*)'/g),
    ])
    .map(([, path]) => path!)
    .filter((path) => names.has(path.split('/').slice(0, 2).join('/')));
  expect(new Set(imported)).toEqual(new Set(entries));
});
