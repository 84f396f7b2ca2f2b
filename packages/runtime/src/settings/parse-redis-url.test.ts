import { expect, test } from 'vitest';
import { parseRedisUrl } from './parse-redis-url.ts';

const nothing = {
  user: undefined,
  password: undefined,
  database: 0,
  service: undefined,
  sentinelLogin: { user: undefined, password: undefined },
  tls: null,
};

test('reads the URL of one server', () => {
  expect(parseRedisUrl('redis://redis.example')).toEqual({
    ...nothing,
    mode: 'single',
    hosts: [{ host: 'redis.example', port: 6379 }],
  });
  expect(parseRedisUrl('rediss://a:p%40@[::1]:1/2?cacert=/ca&cert=/c&key=/k')).toEqual({
    ...nothing,
    mode: 'single',
    hosts: [{ host: '::1', port: 1 }],
    user: 'a',
    password: 'p@',
    database: 2,
    tls: { ca: '/ca', cert: '/c', key: '/k' },
  });
});

test('reads the URL of Sentinels', () => {
  const query = 'sentinel_user=su&sentinel_password=sp';
  expect(parseRedisUrl(`redis+sentinel://:p@a,b:1/main/3?${query}`)).toEqual({
    ...nothing,
    mode: 'sentinel',
    hosts: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 1 },
    ],
    password: 'p',
    database: 3,
    service: 'main',
    sentinelLogin: { user: 'su', password: 'sp' },
  });
});

test('reads the URL of a cluster', () => {
  expect(parseRedisUrl('rediss+cluster://a,b:1')).toEqual({
    ...nothing,
    mode: 'cluster',
    hosts: [
      { host: 'a', port: 6379 },
      { host: 'b', port: 1 },
    ],
    tls: { ca: undefined, cert: undefined, key: undefined },
  });
});

test.each([
  ['http://u:hunter2@h', 'a URL that starts with redis://'],
  ['redis://u:hunter2@a,b', 'one host, or with +sentinel or +cluster'],
  ['redis://u:hunter2@h/zero', 'ends with the number of a database'],
  ['redis://u:hunter2@h?cacert=/ca', 'without the parameter cacert'],
  ['rediss://u:hunter2@h?ca=/ca', 'without the parameter ca; rediss supports cacert, cert, key'],
  ['rediss://u:hunter2@h?cert=/c', 'both cert and key, or neither'],
  ['redis+sentinel://u:hunter2@h', 'the name that the Sentinels monitor'],
  ['redis+cluster://u:hunter2@h/1', 'without a path'],
])('rejects %s without revealing its password', (url, problem) => {
  const refuse = () => parseRedisUrl(url);
  expect(refuse).toThrow(problem);
  expect(refuse).not.toThrow('hunter2');
});
