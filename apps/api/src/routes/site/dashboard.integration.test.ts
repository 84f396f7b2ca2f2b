import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDashboard } from '../../pages/load-dashboard.ts';
import { missingBuildPage } from '../../pages/missing-build-page.ts';
import { createTestApi, expectProblem, type TestApi } from '../../test-api.fixture.ts';

const page =
  '<!doctype html><script nonce="__NONCE__" src="/assets/app-1.js"></script><link nonce="__NONCE__">';
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A folder that resembles Vite's output. */
async function buildFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  const screens = ['/', '/schedules', '/schedules/$scheduleId', '/schedules/new'].map((pattern) => ({
    pattern,
    page: `${page}<main>${pattern}</main>`,
  }));
  await writeFile(join(folder, 'screens.json'), JSON.stringify(screens));
  await writeFile(join(folder, 'assets/app-1.js'), 'plain');
  await writeFile(join(folder, 'assets/app-1.js.br'), 'compressed with brotli');
  await writeFile(join(folder, 'assets/app-1.js.gz'), 'compressed with gzip');
  return folder;
}

describe('the dashboard', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({
      dashboard: await loadDashboard(await buildFolder()),
      imageOrigins: ['https://store.example'],
    });
  });
  afterAll(() => api.close());

  test('has a new nonce in each response, and its content security policy contains this nonce', async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 2; count += 1) {
      const { status, headers, body } = await api.send<string>('GET', '/', undefined, navigation);
      expect(status).toBe(200);
      const [nonce] = /(?<=nonce=")[^"]{22}/.exec(body)!;
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic';`);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(policy).toContain("img-src 'self' blob: https://store.example;");
      expect(policy).not.toContain('unsafe');
      expect(body).not.toContain('__NONCE__');
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
      nonces.add(nonce!);
    }
    expect(nonces.size).toBe(2);
  });

  test.each(['/schedules', '/schedules/1/items/2?mode=slider'])(
    'is served to a browser that opens %s',
    async (path) => {
      const { status, body } = await api.send<string>('GET', path, undefined, navigation);
      expect({ status, body }).toMatchObject({ status: 200, body: expect.stringContaining('app-1.js') });
      expectProblem(await api.send('GET', path), 'not_found');
      expectProblem(await api.send('POST', path, undefined, navigation), 'not_found');
    },
  );

  test.each([
    ['/', '/'],
    ['/schedules?name=a', '/schedules'],
    ['/schedules/new', '/schedules/new'],
    ['/schedules/17', '/schedules/$scheduleId'],
  ])('while loading %s, shows the screen %s', async (path, pattern) => {
    const { body } = await api.send<string>('GET', path, undefined, navigation);
    expect(body).toContain(`<main>${pattern}</main>`);
  });

  test('returns a page without a screen for a URL that matches no screen', async () => {
    const { body } = await api.send<string>('GET', '/schedules/17/nothing', undefined, navigation);
    expect(body).not.toContain('<main>');
  });

  test.each(['/api/v1/nothing', '/docs/nothing', '/assets/app-2.js', '/problems/nothing', '/favicon.ico'])(
    'is not served to a browser that opens %s',
    async (path) => {
      expectProblem(await api.send('GET', path, undefined, navigation), 'not_found');
    },
  );

  test('serves cacheable files in the content codings that the build produced', async () => {
    for (const [coding, body] of [
      ['br', 'compressed with brotli'],
      ['gzip', 'compressed with gzip'],
    ]) {
      const sent = await api.send('GET', '/assets/app-1.js', undefined, { 'accept-encoding': coding! });
      expect(sent).toMatchObject({
        status: 200,
        headers: {
          'content-encoding': coding,
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      });
      expect(sent.bytes.toString()).toBe(body);
    }
    expect((await api.send('GET', '/assets/app-1.js')).body).toBe('plain');
    expectProblem(await api.send('GET', '/assets/app-1.js.br'), 'not_found');
  });
});

describe('without a build', () => {
  test('the page explains how to build the dashboard', async () => {
    const api = await createTestApi({ dashboard: await loadDashboard(join(tmpdir(), 'no-such-folder')) });
    try {
      const { status, body } = await api.send<string>('GET', '/', undefined, navigation);
      expect(status).toBe(503);
      expect(body).toContain('npx pnpm@12 build:dashboard');
    } finally {
      await api.close();
    }
  });

  test('the page that explains this is valid HTML', async () => {
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(
      missingBuildPage('dashboard', 'build:dashboard'),
    );
    expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
  });
});
