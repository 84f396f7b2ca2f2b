import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

type Component = {
  group?: string;
  name: string;
  version: string;
  purl: string;
  licenses?: { expression?: string; license?: { id?: string } }[];
  externalReferences?: { type: string; hashes?: { alg: string; content: string }[] }[];
};

let documents: string[];
let components: Component[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
  documents = await Promise.all(
    ['one.json', 'other.json'].map(async (name) => {
      const out = join(folder, name);
      await promisify(execFile)(process.execPath, ['scripts/write-sbom.ts', `--out=${out}`], { cwd: root });
      return await readFile(out, 'utf8');
    }),
  );
  components = JSON.parse(documents[0]!).components;
});

const isOurs = ({ group }: Component) => group === '@shotclock';
const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name);

test('two runs write the same SBOM', () => {
  expect(documents[0]).toBe(documents[1]);
});

test("the SBOM contains exactly the apps' production dependencies", async () => {
  const names = components.map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining(['@shotclock/core', 'bullmq', 'drizzle-orm', 'fastify', 'node', 'puppeteer']),
  );
  for (const name of ['@shotclock/testing', 'knip', 'typescript', 'vitest'])
    expect(names).not.toContain(name);
  const catalog = await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const fastify = components.find(({ name }) => name === 'fastify')!;
  expect(catalog).toContain(`\n  fastify: ${fastify.version}\n`);
});

test('the SBOM lists the tarball hash of every registry package', () => {
  const hashesOf = ({ externalReferences = [] }: Component) =>
    externalReferences.filter(({ type }) => type === 'distribution').flatMap(({ hashes = [] }) => hashes);
  const without = components.filter(
    (component) =>
      !hashesOf(component).some(({ alg, content }) => alg === 'SHA-512' && content.length === 128),
  );
  expect(without.filter((component) => !isOurs(component)).map(({ purl }) => purl)).toEqual([]);
});

// Adding a license to this list requires a decision (docs/adr/0044-supply-chain.md).
const permitted = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
  ],
  '(MIT OR CC0-1.0)',
]);
/** sharp loads libvips as a shared library, so users can replace it, as the LGPL requires. */
const isLibvips = ({ purl }: Component) => purl.startsWith('pkg:npm/%40img/sharp-libvips-');
/**
 * Vite's CSS minifier is licensed under the MPL-2.0. It is used unchanged, and its output contains none of its code.
 */
const isLightningcss = ({ purl }: Component) => /^pkg:npm\/lightningcss(-[\w-]+)?@/.test(purl);
/** The parser of block lists is used unchanged, so only its own files are covered by the MPL-2.0. */
const isListParser = ({ purl }: Component) => /^pkg:npm\/%40(ghostery|remusao)\//.test(purl);
/** The rules and the script for cookie banners are used unchanged, so only their own files are covered by the MPL-2.0. */
const isConsentScript = ({ purl }: Component) => purl.startsWith('pkg:npm/%40duckduckgo/autoconsent@');
const exceptions = [isLibvips, isLightningcss, isListParser, isConsentScript];

test('every package has a license that permits its use here', () => {
  const licensesOf = ({ licenses = [] }: Component) =>
    licenses.map(({ expression, license }) => expression ?? license?.id ?? 'unknown');
  const others = components.filter((component) => {
    const licenses = licensesOf(component);
    return licenses.length === 0 || licenses.some((license) => !permitted.has(license));
  });
  expect(
    others
      .filter((component) => !exceptions.some((isException) => isException(component)))
      .map(({ purl }) => purl),
  ).toEqual([]);
});
