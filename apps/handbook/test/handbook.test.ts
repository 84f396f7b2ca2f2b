import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedPages } from '../src/navigation.ts';
import { htmlPath } from '../src/page.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const main = join(root, 'apps/handbook/src/main.ts');
const build = (folder: string) => promisify(execFile)(process.execPath, [main, folder]);

let temporary: string;
let folder: string;
let pages: string[];
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'handbook-'));
  folder = join(temporary, 'site');
  await build(folder);
  pages = globSync('**/*.html', { cwd: folder });
});
afterAll(() => rm(temporary, { recursive: true }));

test('every document is a page, also as its unchanged Markdown, and the navigation lists all but the single decisions', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });
  expect(documents.length).toBeGreaterThan(45);
  expect(pages).toEqual(expect.arrayContaining(documents.map(htmlPath)));
  for (const path of documents) expect(read(path), path).toBe(readFileSync(join(root, path), 'utf8'));
  const listed = listedPages.map(({ path }) => path);
  expect(documents.filter((path) => !listed.includes(path) && !/adr\/\d/.test(path))).toEqual([]);
});

test('every link and image leads to a file of the handbook, and to an ID on its page', () => {
  const ids = new Map(pages.map((path) => [path, new Set(read(path).match(/(?<= id=")[^"]+/g))]));
  const broken = pages.flatMap((path) =>
    [...read(path).matchAll(/ (?:href|src|srcset|action)="([^"]*)"/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
        if (link.startsWith('/') || !existsSync(join(folder, target))) return true;
        return anchor !== undefined && !ids.get(target)?.has(decodeURIComponent(anchor));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('llms.txt has a title, a summary and sections of links to the Markdown of every page', () => {
  const text = read('llms.txt');
  expect(text).toMatch(/^# Shotclock\n\n> Shotclock captures .+\n\n## Start\n\n- \[/);
  const links = [...text.matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  expect(links.map(htmlPath).sort()).toEqual(pages.filter((path) => path !== 'search.html').sort());
  expect(
    text.split('\n').filter((line) => !/^(?:#{1,2} .+|> .+|- \[.+\]\(.+\.md\)(?:: .+)?|)$/.test(line)),
  ).toEqual([]);
});

test('the API reference contains every operation, webhook and schema', () => {
  const api = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  const text = globSync('api/*.md', { cwd: folder })
    .map((path) => read(`api/${posix.basename(path)}`))
    .join('\n');
  for (const [path, methods] of Object.entries<Record<string, { summary: string }>>(api.paths))
    for (const [method, { summary }] of Object.entries(methods))
      expect(text).toContain(`## ${summary}\n\n\`${method.toUpperCase()} ${path}\``);
  for (const type of Object.keys(api.webhooks)) expect(text).toContain(`\n\`Webhook ${type}\``);
  for (const name of Object.keys(api.components.schemas)) expect(text).toContain(`## ${name}\n`);
});

test('an operation lists its parameters, body, responses and errors', () => {
  const text = read('api/screenshots.md');
  const operation = text.slice(
    text.indexOf('## Create a screenshot'),
    text.indexOf('## ', text.indexOf('## Create a screenshot') + 3),
  );
  expect(operation).toContain('| `Idempotency-Key` | header | string (1 to 255 characters) |');
  expect(operation).toContain('**Body** (`application/json`): [CaptureRequest](schemas.md#capturerequest)');
  expect(operation).toContain('"url": "https://example.com/"');
  expect(operation).toMatch(/\| 201 \| The finished screenshot.+\[Screenshot\]\(schemas\.md#screenshot\)/);
  expect(operation).toMatch(
    /400 `malformed_json`, `validation_failed`, `url_not_allowed`; 401 `unauthorized`/,
  );
});

test('the pages are valid and accessible HTML without scripts, except for the search', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: { 'no-inline-style': 'error', 'wcag/h32': 'off' },
  });
  const some = ['index', 'search', 'api/screenshots', 'docs/captures', 'docs/dashboard', 'docs/adr/index'];
  for (const path of some) {
    const { results } = await validator.validateString(read(`${path}.html`));
    const messages = results.flatMap((result) => result.messages);
    expect(messages.map(({ line, message, ruleId }) => `${path}:${line} ${ruleId}: ${message}`)).toEqual([]);
  }
  const withScripts = pages.filter((path) => /<script|<style| on\w+=/.test(read(path)));
  expect(withScripts).toEqual(['search.html']);
});

test('the search index contains every page', () => {
  const { languages } = JSON.parse(read('pagefind/pagefind-entry.json'));
  expect(languages.en.page_count).toBe(pages.length - 1);
});

test('a folder with other files is not replaced', async () => {
  const other = await mkdtemp(join(temporary, 'other-'));
  await writeFile(join(other, 'notes.txt'), 'mine');
  await expect(build(other)).rejects.toThrow('contains other files');
  expect(readFileSync(join(other, 'notes.txt'), 'utf8')).toBe('mine');
});
