import { describe, expect, test } from 'vitest';
import { parseResolvConf, queryNames } from './resolv-conf.ts';

const defaults = { search: [], ndots: 1, timeoutMs: 2_000, attempts: 3 };

describe('the resolver configuration', () => {
  test.each([
    ['', {}],
    ['nameserver 10.0.0.1\n', {}],
    ['search Corp.Example. sub.corp.example\n', { search: ['corp.example', 'sub.corp.example'] }],
    ['search a.example\ndomain b.example c.example', { search: ['b.example'] }],
    ['domain a.example\nsearch b.example c.example\r\n', { search: ['b.example', 'c.example'] }],
    ['search .', {}],
    ['# search a.example\n; search b.example\n  options ndots:5', { ndots: 5 }],
    ['options timeout:1 attempts:2 rotate\noptions ndots:2', { timeoutMs: 1_000, attempts: 2, ndots: 2 }],
    ['options timeout:0 attempts:0 ndots:0', { timeoutMs: 1_000, attempts: 1, ndots: 0 }],
    ['options timeout:99 attempts:99 ndots:99', { timeoutMs: 30_000, attempts: 5, ndots: 15 }],
    ['options timeout: attempts:x ndots:-1 ndots', {}],
  ])('of %j is %j', (text, expected) => {
    expect(parseResolvConf(text, 'machine')).toEqual({ ...defaults, ...expected });
  });

  test("searches the machine's domain if it lists no domains", () => {
    expect(parseResolvConf('', 'machine.corp.example').search).toEqual(['corp.example']);
    expect(parseResolvConf('search .', 'machine.corp.example').search).toEqual([]);
  });
});

test.each([
  ['intranet', 1, ['intranet.a.example', 'intranet.b.example', 'intranet']],
  ['wiki.intranet', 1, ['wiki.intranet', 'wiki.intranet.a.example', 'wiki.intranet.b.example']],
  ['wiki.intranet', 2, ['wiki.intranet.a.example', 'wiki.intranet.b.example', 'wiki.intranet']],
  ['intranet', 0, ['intranet', 'intranet.a.example', 'intranet.b.example']],
])('%s with ndots:%i is queried as %j', (host, ndots, expected) => {
  const conf = { ...defaults, search: ['a.example', 'b.example'], ndots };
  expect(queryNames(host, conf)).toEqual(expected);
});
