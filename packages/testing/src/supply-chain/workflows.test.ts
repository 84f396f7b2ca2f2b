import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
/** The texts of the jobs, by name. */
const jobsOf = (text: string) =>
  new Map(
    [...text.split(/^jobs:\n/m)[1]!.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(([, name, job]) => [
      name!,
      job!,
    ]),
  );

test.each(workflows)('%s pins actions by commit and keeps no credentials in the checkout', (file) => {
  const text = read(file);
  const actions = [...text.matchAll(/uses: (\S+)(.*)$/gm)];
  expect(actions.length).toBeGreaterThan(0);
  const unpinned = actions
    .map(([, action, version]) => `${action}${version}`)
    .filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\//.test(action));
  expect(unpinned).toEqual([]);
  expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/actions\/checkout@/g)!.length);
});

test.each(workflows)('%s calls only programs that exist', (file) => {
  const text = read(file);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, script] of text.matchAll(/pnpm@12 ([\w:]+)/g))
    if (script !== 'install') expect(Object.keys(scripts)).toContain(script);
  for (const [, program] of text.matchAll(/\b(?:node|run:) ((?:scripts|\.ci)\/\S+)/g))
    expect(read(program!)).not.toBe('');
});

test('each job of a release has only the permissions that it needs', () => {
  const text = read('.github/workflows/release.yml');
  expect(text).toMatch(/^permissions: \{\}$/m);
  const permissions = [...jobsOf(text)].map(([name, job]) => [
    name,
    [...job.split(/^ {4}permissions:\n/m)[1]!.matchAll(/ {6}(?:#.*|([\w-]+: \w+))\n/gy)].flatMap(
      ([, permission]) => permission ?? [],
    ),
  ]);
  expect(Object.fromEntries(permissions)).toEqual({
    check: ['contents: read'],
    ci: ['contents: read'],
    build: ['contents: read'],
    npm: ['id-token: write'],
    image: ['contents: read', 'packages: write'],
    github: ['contents: write'],
  });
});
