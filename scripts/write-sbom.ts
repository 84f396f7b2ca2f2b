// Writes the apps' software bill of materials (SBOM) as CycloneDX JSON. pnpm generates it from the lockfile and the manifests of
// the installed packages. On the same platform, runs at the same commit write identical files.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

type Component = {
  'bom-ref': string;
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[];
};
type Bom = {
  serialNumber: string;
  metadata: { timestamp?: string };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: 'sbom.cdx.json' } } });

const run = (program: string, args: string[]) =>
  execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
    shell: process.platform === 'win32',
  });

const bom: Bom = JSON.parse(
  run('pnpm', [
    ...['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'],
    ...['--prod', '--workspace-root', '--filter-prod=./apps/*'],
  ]),
);
makeReproducible(bom);
writeFileSync(values.out, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${values.out}: ${bom.components.length} components`);
for (const [license, count] of countLicenses(bom.components)) console.log(`${count} ${license}`);

/** Makes pnpm's document reproducible by normalizing its order, timestamp and random ID. */
function makeReproducible(document: Bom): void {
  document.components.sort((one, other) => compare(one['bom-ref'], other['bom-ref']));
  document.dependencies.sort((one, other) => compare(one.ref, other.ref));
  for (const { dependsOn } of document.dependencies) dependsOn?.sort(compare);
  document.metadata.timestamp = new Date(run('git', ['log', '-1', '--format=%cI']).trim()).toISOString();
  document.serialNumber = '';
  document.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(document))}`;
}

/** Returns a version 8 UUID (RFC 9562, section 5.8) derived from the hash of a string. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The number of components per license, most frequent first. */
function countLicenses(components: Component[]): [license: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { licenses = [] } of components) {
    const names = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name);
    const name = names.join(', ') || 'no license';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
