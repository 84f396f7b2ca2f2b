import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenapiDocument } from '../src/openapi/openapi-document.ts';
import { createTestApi, type TestApi } from '../src/test-api.fixture.ts';

let api: TestApi;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  agent.destroy();
  await api.close();
});

/** Sends the path unchanged, because `inject` and `fetch` would resolve `..` and encoded dots. */
async function send(path: string, { method = 'GET', headers = {} } = {}) {
  const { port } = api.app.server.address() as AddressInfo;
  const sent = request({ agent, host: '127.0.0.1', port, path, method, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  return {
    status: Number(response.statusCode),
    type: response.headers['content-type'],
    body: await text(response),
  };
}

const parents = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '..;',
  '..%3b',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
];
const others = [
  ...['.', '%2e', '', '%20', '~', '%7e', 'a:b', '::$DATA', 'con', '%0d%0a', '%09', '%7f', 'package.json'],
  ...[
    '%00',
    'a%00b',
    'scalar.js%00.png',
    '..%00',
    '%5c',
    '..%5c..',
    '%5c%5c',
    '..\\',
    '%2f',
    '..%2f..',
    '%252f',
  ],
  ...['%ed%a0%80', '%EF%BF%BD', '%f4%90%80%80', 'SCALAR.JS', 'scalar.js', 'index.html', '%', '%zz', '%2'],
  ...[
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(5_000),
    '%2e'.repeat(1_000),
    '*',
    ':id',
    '__proto__',
    'constructor',
  ],
  ...['-1', '0', '1e9', '9'.repeat(400), '0x1', '%31', '1%00', '1.5', '१'].map(encodeURI),
];
const segments = [...parents, ...others];
const bases = [
  ...['/', '//', '/docs/', '/docs/scalar.js/', '/handbook/', '/openapi.json/', '/problems/'],
  ...[
    '/health/',
    '/demo/',
    '/api/',
    '/api/v1/',
    '/api/v1/schedules/',
    '/api/v1/schedules/1/items/',
    '/api/v1/screenshots/',
  ],
  ...['/api/v1/screenshots/1/', '/api/v1/content-changes/', '/api/v1/executions/', '/%61pi/v1/', '/API/'],
];

/** Returns pseudorandom numbers below `bound`, in the same sequence for the same seed. */
function sequence(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function generatedPaths(count: number): string[] {
  const next = sequence(11);
  const pick = (list: readonly string[]) => list[next(list.length)]!;
  return Array.from({ length: count }, () =>
    (pick(bases) + Array.from({ length: 1 + next(4) }, () => pick(segments)).join('/')).slice(0, 15_000),
  );
}

test('none of 1,000 hostile paths causes a server error, and every error response is a problem document', async () => {
  const wrong: string[] = [];
  for (const path of generatedPaths(1_000)) {
    const { status, type } = await send(path);
    const isProblem = status < 400 || type === 'application/problem+json';
    if (status >= 500 || !isProblem) wrong.push(`${status} ${type} ${path.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});

/** The documented paths with an ID whose successful response is not JSON. */
function artifactPaths(): string[] {
  const { paths } = api.app.swagger() as OpenapiDocument;
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/') && path.includes('{'))
    .filter(([, { get }]) =>
      Object.keys(get?.responses[200]?.content ?? {}).some((type) => !type.includes('json')),
    )
    .map(([path]) => path);
}

const ups = [
  '../src/',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..%255c',
  '%c0%ae%c0%ae/',
  '..;/',
];
const targets = ['etc/passwd', 'etc%2fpasswd', '%00', 'package.json'];
/** Strings that replace an ID or are appended to a complete path. */
const escapes = [
  ...ups.flatMap((up) => targets.map((target) => up.repeat(12) + target)),
  ...[
    '/etc/passwd',
    '%2fetc%2fpasswd',
    '//etc/passwd',
    'file:%2f%2f%2fetc%2fpasswd',
    'C:%5cWindows%5cwin.ini',
  ],
  ...[
    '1%00',
    '1%00.png',
    '1%2f..%2f..',
    '1%5c..%5c..',
    '1%252f..',
    '1/.',
    '1/..',
    '1/%2e%2e',
    '.',
    '%2e',
    '%00',
  ],
];

test('paths of artifacts cannot be used for traversal in any encoding', async () => {
  const { id } = await api.createScreenshot({
    url: 'https://example.com/',
    extractHtml: true,
    extractText: true,
    thumbnailWidth: 10,
  });
  await api.work();
  const paths = artifactPaths();
  expect(paths.length).toBeGreaterThan(4);
  const wrong: string[] = [];
  for (const path of paths) {
    const whole = path.replaceAll(/\{\w+\}/g, String(id));
    const hostile = escapes.flatMap((hop) => [
      path.replaceAll(/\{\w+\}/g, hop),
      `${whole}/${hop}`,
      `${whole}${hop}`,
      `${whole}?path=${hop}`,
      `http://127.0.0.1${whole}/${hop}`,
    ]);
    for (const one of hostile) {
      const { status, type } = await send(one);
      if (![400, 404].includes(status) || type !== 'application/problem+json')
        wrong.push(`${status} ${type} ${one}`);
    }
  }
  expect(wrong).toEqual([]);
  expect((await send(`/api/v1/screenshots/${id}/image`)).status).toBe(200);
});
