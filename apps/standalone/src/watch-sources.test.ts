import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppName, appNames } from './read-arguments.ts';
import { watchSources } from './watch-sources.ts';

let root: string;
let watcher: { close(): void };
let changes: (readonly AppName[])[];
const write = (file: string) => writeFile(join(root, file), `// ${performance.now()}`);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'shotclock-sources-'));
  for (const app of appNames) {
    await mkdir(join(root, 'apps', app, 'src/folder'), { recursive: true });
    for (const name of ['main', 'folder/api.fixture', 'folder/api.test'])
      await write(`apps/${app}/src/${name}.ts`);
  }
  for (const file of ['packages/core/src/index.ts', 'packages/core/src/context.fixture.ts']) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await write(file);
  }
  changes = [];
  watcher = watchSources((apps) => changes.push(apps), root);
});
afterEach(async () => {
  watcher.close();
  await rm(root, { recursive: true });
});

test('apps whose source files change are reported; if a package changes, all apps are reported', async () => {
  await write('apps/worker/src/main.ts');
  await expect.poll(() => changes.at(-1)).toEqual(['worker']);
  await write('packages/core/src/index.ts');
  await expect.poll(() => changes.at(-1)).toEqual(appNames);
});

test('tests and fixtures are not treated as sources', async () => {
  await write('apps/api/src/folder/api.fixture.ts');
  await write('apps/api/src/folder/api.test.ts');
  await write('packages/core/src/context.fixture.ts');
  await write('apps/worker/src/main.ts');
  await expect.poll(() => changes.flat()).toContain('worker');
  expect(changes.flat().filter((app) => app !== 'worker')).toEqual([]);
});
