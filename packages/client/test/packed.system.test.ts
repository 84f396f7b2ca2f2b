// Packs the package with `npm pack` and installs it in an empty project, without network access.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultServer, startFaultServer } from './fault-server.fixture.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const repository = fileURLToPath(new URL('../../../', import.meta.url));
const json = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

let project: string;
let installed: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'shotclock-consumer-'));
  installed = join(project, 'node_modules/@shotclock/client');
  await run('npm', ['pack', '--pack-destination', project], { cwd: root });
  const [tarball] = (await readdir(project)).filter((file) => file.endsWith('.tgz'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  // The packages that npm would download. The files in pnpm's store are links, which npm cannot pack.
  const dependency = await realpath(join(root, 'node_modules/openapi-fetch'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(join(dependency, '..', name), join(project, 'node_modules', name), {
      recursive: true,
      dereference: true,
    });
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project });
});
afterAll(() => rm(project, { recursive: true }));

describe('the package', () => {
  test('contains the build, the source, the license and the README, but no tests', async () => {
    expect((await readdir(installed)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
      'src',
    ]);
    expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(
      await readFile(join(repository, 'LICENSE'), 'utf8'),
    );
    const files = await readdir(installed, { recursive: true });
    expect(files.filter((file) => /test|fixture/.test(file))).toEqual([]);
  });

  test('does not depend on workspace packages', async () => {
    const manifest = await readFile(join(installed, 'package.json'), 'utf8');
    expect(manifest).not.toMatch(/catalog:|workspace:|link:|file:/);
    expect(Object.keys(JSON.parse(manifest).dependencies)).toEqual(['openapi-fetch']);
  });

  test('uses the dependency versions from the catalogs', async () => {
    const catalog = await readFile(join(repository, 'pnpm-workspace.yaml'), 'utf8');
    const { devDependencies } = await json(join(root, 'package.json'));
    expect(catalog).toContain(`\n  vitest: ${devDependencies.vitest}\n`);
    expect(catalog).toContain(`\n    typescript: ${devDependencies.typescript}\n`);
  });
});

describe('a strict TypeScript project', () => {
  const wrongUses = `
    // @ts-expect-error no such query parameter
    client.schedules.list({ sizes: 3 });
    // @ts-expect-error no such field
    client.captures.create({ url: 'https://example.com/', widht: 800 });
    // @ts-expect-error not a number
    client.schedules.get('one');
    // @ts-expect-error no such path
    client.GET('/api/v1/schedule');
    // @ts-expect-error no such state
    shot.status === 'DONE';`;
  const browser = { lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
  const node = { lib: ['es2022'], types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] };
  const currentCompiler = join(repository, 'node_modules/typescript');
  const nodenext = { module: 'nodenext' };
  const bundler = { module: 'esnext', moduleResolution: 'bundler' };

  test.each([
    ['nodenext without types of Node', currentCompiler, { ...nodenext, ...browser }],
    ['nodenext without types of browsers', currentCompiler, { ...nodenext, ...node }],
    ['bundler', currentCompiler, { ...bundler, ...browser }],
    // The compiler takes seconds to check the browser types.
    [
      'TypeScript 5.9',
      join(root, 'node_modules/typescript'),
      { ...nodenext, ...browser, skipLibCheck: true },
    ],
  ])('compiles the recipes in the README: %s', async (_, compiler, options) => {
    const folder = join(project, 'types');
    await mkdir(folder, { recursive: true });
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const recipes = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    expect(recipes).toHaveLength(12);
    await writeFile(join(folder, 'recipes.ts'), `${recipes.join('\n')}${wrongUses}`);
    const compilerOptions = {
      ...{ target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      // The declarations of the package are checked, those of the compiler are not.
      ...{ noEmit: true, skipLibCheck: false, skipDefaultLibCheck: true },
      ...options,
    };
    const tsconfig = { compilerOptions, files: ['recipes.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const { bin } = await json(join(compiler, 'package.json'));
    const output = await run(process.execPath, [join(compiler, bin.tsc), '--project', folder]).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(output.stdout).toBe('');
  });
});

/** A program that uses retries, pages and problems. */
const program = `
  import { createClient, ProblemError } from '@shotclock/client';
  const client = createClient({ baseUrl: process.argv[2] });
  for await (const { name } of client.schedules.list()) console.log(name);
  await client.wallet.get().catch((error) => console.log(error instanceof ProblemError, error.code));
`;

describe('the program', () => {
  let server: FaultServer;
  let major20: string | undefined;
  beforeAll(async () => {
    server = await startFaultServer();
    await writeFile(join(project, 'program.js'), program);
    const { stdout } = await run('which', ['-a', 'node']);
    for (const path of stdout.trim().split('\n'))
      if ((await run(path, ['--version'])).stdout.startsWith('v20.')) major20 = path;
  });
  afterAll(() => server.close());

  async function outputOf(node: string): Promise<string> {
    const page = (name: string, nextCursor: string | null) => ({
      status: 200,
      body: { content: [{ name }], page: 0, size: 1, totalElements: 2, totalPages: 2, nextCursor },
    });
    const problem = { code: 'internal', detail: 'A detail.', requestId: 'a-request' };
    server.willAnswer('close', page('one', 'next'), page('two', null), { status: 500, body: problem });
    return (await run(node, ['program.js', server.baseUrl], { cwd: project })).stdout;
  }

  test("runs on this project's Node version", async () => {
    expect(await outputOf(process.execPath)).toBe('one\ntwo\ntrue internal\n');
  });

  test('runs on Node 20', async (context) => {
    if (!major20) return context.skip('Node 20 is not in PATH');
    expect(await outputOf(major20)).toBe('one\ntwo\ntrue internal\n');
  });
});
