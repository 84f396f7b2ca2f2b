import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHandbook } from '../../pages/open-handbook.ts';
import { createTestApi, expectProblem, origin, type TestApi } from '../../test-api.fixture.ts';

const files = {
  'index.html': '<h1>Shotclock</h1>',
  'search.html': '<script type="module" src="search.js"></script>',
  'llms.txt': '# Shotclock\n\n- [Captures](docs/captures.md): What they contain.\n',
  'docs/captures.md': '# Captures\n'.repeat(100),
  'pagefind/pagefind-worker.js': 'self',
  LICENSE: 'Apache',
};

let folder: string;
let api: TestApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handbook-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await writeFile(`${folder}.txt`, 'outside');
  api = await createTestApi({ handbook: openHandbook(folder), needsKeys: true });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
  await rm(`${folder}.txt`);
});

const policyOf = async (path: string) =>
  String((await api.send('GET', path)).headers['content-security-policy']);

describe('the handbook', () => {
  test('is served without a key, at an address that its relative links need', async () => {
    expect(await api.send('GET', '/handbook')).toMatchObject({
      status: 302,
      headers: { location: '/handbook/' },
    });
    expect(await api.send('GET', '/handbook/')).toMatchObject({ status: 200, body: files['index.html'] });
  });

  test('permits scripts and WebAssembly only on the search page and in its worker', async () => {
    for (const path of ['search.html', 'pagefind/pagefind-worker.js'])
      expect(await policyOf(`/handbook/${path}`)).toMatch(
        /^default-src 'none'; .*script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'$/,
      );
    for (const path of ['', 'docs/captures.md', 'LICENSE'])
      expect(await policyOf(`/handbook/${path}`)).not.toMatch(/script-src|connect-src|unsafe/);
  });

  test('has entity tags, media types and content codings', async () => {
    const plain = await api.send('GET', '/handbook/docs/captures.md');
    expect(plain.headers['content-type']).toBe('text/markdown; charset=utf-8');
    const known = { 'if-none-match': String(plain.headers.etag) };
    expect((await api.send('GET', '/handbook/docs/captures.md', undefined, known)).status).toBe(304);
    const encoded = await api.send('GET', '/handbook/docs/captures.md', undefined, {
      'accept-encoding': 'gzip',
    });
    expect(gunzipSync(encoded.bytes).toString()).toBe(plain.body);
    expect((await api.send('GET', '/handbook/LICENSE')).headers['content-type']).toMatch(/^text\/plain/);
  });

  test('contains no other files', async () => {
    const outside = `${folder.split('/').at(-1)}.txt`;
    for (const path of ['nothing.html', 'docs', `../${outside}`, `..%2f${outside}`, '%2e%2e/package.json'])
      expectProblem(
        await api.send('GET', `/handbook/${path}`, undefined, { accept: 'text/html' }),
        'not_found',
      );
  });

  test('is listed with its address in /llms.txt', async () => {
    expect(await api.send('GET', '/llms.txt')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `# Shotclock\n\n- [Captures](${origin}/handbook/docs/captures.md): What they contain.\n`,
    });
  });
});

test('without a build, the page explains how to build the handbook', async () => {
  const unbuilt = await createTestApi({ handbook: openHandbook(join(tmpdir(), 'no-such-folder')) });
  try {
    const page = await unbuilt.send<string>('GET', '/handbook/');
    expect(page).toMatchObject({ status: 503, body: expect.stringContaining('npx pnpm@12 site') });
    expectProblem(await unbuilt.send('GET', '/llms.txt'), 'not_found');
  } finally {
    await unbuilt.close();
  }
});
