import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlockLists } from './block-lists.ts';
import { createBlockedHostsLoader } from './blocked-hosts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'block-lists-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, ...rules: string[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, rules.join('\r\n'));
  return file;
}

test('blocks the hosts of each list in its category, with their subdomains', async () => {
  const ads = await write(
    'ads.txt',
    '[Adblock Plus 2.0]',
    '! Title: Ads',
    '||ads.example^',
    '||both.example^',
  );
  const trackers = await write('trackers=1.txt', '||both.example^$third-party', '||COUNT.example^$important');
  const lists = await readBlockLists(` ads=${ads} , trackers=${trackers},`);
  const { categoryOf } = await createBlockedHostsLoader(lists)();
  expect(categoryOf('ads.example', ['ads'])).toBe('ads');
  expect(categoryOf('a.b.ads.example', ['ads', 'chats'])).toBe('ads');
  expect(categoryOf('ads.example', ['trackers', 'chats'])).toBe(null);
  expect(categoryOf('count.example', ['ads', 'trackers'])).toBe('trackers');
  expect(categoryOf('both.example', ['trackers'])).toBe('trackers');
  expect(categoryOf('both.example', ['ads', 'trackers'])).toBe('ads');
  expect(categoryOf('myads.example', ['ads', 'trackers'])).toBe(null);
  expect(lists?.files).toEqual([
    { file: ads, category: 'ads', used: 2, ignored: 0 },
    { file: trackers, category: 'trackers', used: 2, ignored: 0 },
  ]);
});

test('reads international hosts as Punycode', async () => {
  const file = await write(
    'idn.txt',
    '||xn--mnchen-3ya.de^',
    '||bücher.example^$third-party',
    '@@||über.example^',
  );
  const lists = await readBlockLists(`ads=${file}`);
  expect(lists?.blocks('www.xn--mnchen-3ya.de', 'ads')).toBe(true);
  expect(lists?.blocks('xn--bcher-kva.example', 'ads')).toBe(true);
  expect(lists?.isException('xn--ber-goa.example')).toBe(true);
});

test('exceptions in a list also apply to the built-in hosts', async () => {
  const file = await write(
    'exceptions.txt',
    '||ads.example^',
    '@@||good.ads.example^',
    '@@||doubleclick.net^',
  );
  const { categoryOf } = await createBlockedHostsLoader(await readBlockLists(`chats=${file}`))();
  expect(categoryOf('good.ads.example', ['chats'])).toBe(null);
  expect(categoryOf('bad.ads.example', ['chats'])).toBe('chats');
  expect(categoryOf('ad.doubleclick.net', ['ads'])).toBe(null);
});

test('a rule with badfilter disables the rule for its host', async () => {
  const file = await write('bad.txt', '||a.example^', '||b.example^', '||a.example^$badfilter');
  const lists = await readBlockLists(`ads=${file}`);
  expect(lists?.blocks('a.example', 'ads')).toBe(false);
  expect(lists?.blocks('b.example', 'ads')).toBe(true);
});

test.each([
  '||a.example/path^',
  '||a.example:8080^',
  '/banner/*',
  '||a.example^$script',
  '||a.example^$domain=b.example',
  '||a.example^$~third-party',
  '||a.example^$redirect=noop.js',
  '||a.example^$removeparam=x',
  '||a.example^$csp=script-src none',
  '||a.example^$popup',
  '@@||a.example^$generichide',
  '@@||a.example^$elemhide',
  '||*.a.example^',
  '||a.*^',
  '||.a.example^',
  'a.example##.banner',
  '0.0.0.0 a.example',
])('ignores and counts the rule %s', async (rule) => {
  const file = await write('one.txt', rule);
  const lists = await readBlockLists(`ads=${file}`);
  expect(lists?.files).toEqual([{ file, category: 'ads', used: 0, ignored: 1 }]);
  expect(lists?.blocks('a.example', 'ads')).toBe(false);
  expect(lists?.isException('a.example')).toBe(false);
});

test('ignores rules that apply only to certain blockers, and does not count comments', async () => {
  const file = await write(
    'if.txt',
    '! Comment',
    '',
    '!#if env_firefox',
    '||a.example^',
    '!#endif',
    '||b.example^',
  );
  const lists = await readBlockLists(`ads=${file}`);
  expect(lists?.files).toMatchObject([{ used: 1, ignored: 1 }]);
  expect(lists?.blocks('a.example', 'ads')).toBe(false);
});

test('null is returned if there are no entries', async () => {
  expect(await readBlockLists('')).toBe(null);
  expect(await readBlockLists(' , ')).toBe(null);
});

test.each(['/lists/ads.txt', 'ad=/lists/ads.txt', 'ads=', 'ads', '=x'])(
  'rejects the entry %j',
  async (entry) => {
    await expect(readBlockLists(entry)).rejects.toThrow(
      `"${entry}" is not valid; valid entries are a category`,
    );
  },
);

test('reports the path of a file that cannot be read', async () => {
  const missing = join(folder, 'missing.txt');
  await expect(readBlockLists(`ads=${missing}`)).rejects.toThrow(
    `the file ${missing} cannot be read (ENOENT)`,
  );
  await expect(readBlockLists(`ads=${folder}`)).rejects.toThrow(`the file ${folder} cannot be read (EISDIR)`);
});
