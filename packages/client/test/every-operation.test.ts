import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';

const root = new URL('../', import.meta.url);

test('the client has a method for every API operation', async () => {
  const document = JSON.parse(await readFile(new URL('../../docs/openapi.json', root), 'utf8'));
  const operations = Object.entries<object>(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()}('${path}'`));
  expect(operations.length).toBeGreaterThan(30);

  const folder = new URL('src/', root);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const calls = sources.join('\n').replaceAll(/raw\.(\w+)\(\s*/g, '$1(');
  expect(operations.filter((operation) => !calls.includes(operation))).toEqual([]);
});

test('the README lists every method', async () => {
  const readme = await readFile(new URL('README.md', root), 'utf8');
  const listed = readme.split('\n').flatMap((line) => {
    const [, resource, methods] = /^\| `client\.(\w+)` +\| (.*)\|$/.exec(line) ?? [];
    return [...(methods ?? '').matchAll(/`(\w+)`/g)].map(([, method]) => `${resource}.${method}`);
  });
  const resources = Object.entries(createClient({ baseUrl: '' })).filter(
    ([, one]) => typeof one === 'object',
  );
  const methods = resources.flatMap(([name, one]) => Object.keys(one).map((method) => `${name}.${method}`));
  expect(listed.toSorted()).toEqual(methods.toSorted());
});
