import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { parsePostgresUrl } from './parse-postgres-url.ts';

const tlsOf = (query: string) => parsePostgresUrl(`postgres://u@h/d?${query}`).tls;
const hostsOf = (url: string) => parsePostgresUrl(url).hosts.map(({ host, port }) => `${host} ${port}`);

test('reads and decodes user, password, host, port and database', () => {
  expect(parsePostgresUrl('postgresql://a%40b:p%3A%2F@db.example:6432/my%20db')).toEqual({
    hosts: [{ host: 'db.example', port: 6432 }],
    user: 'a@b',
    password: 'p:/',
    database: 'my db',
    options: undefined,
    applicationName: undefined,
    connectTimeoutMs: 10_000,
    tls: { mode: 'prefer', rootCert: null, client: null },
    targetSessionAttrs: 'any',
  });
});

test("uses libpq's defaults", () => {
  const { username } = userInfo();
  expect(parsePostgresUrl('postgres://')).toMatchObject({
    hosts: [{ host: 'localhost', port: 5432 }],
    user: username,
    password: undefined,
    database: username,
  });
  expect(parsePostgresUrl('postgres://u@h').database).toBe('u');
});

test.each([
  ['postgres://u:p@h/d', ['h 5432']],
  ['postgres://u:p@h:1,[::1]:2,10.0.0.1/d', ['h 1', '::1 2', '10.0.0.1 5432']],
  ['postgres:///d?host=/run/postgresql', ['/run/postgresql 5432']],
  ['postgres:///d?host=a,b&port=1,2', ['a 1', 'b 2']],
  ['postgres:///d?host=a,b&port=6432', ['a 6432', 'b 6432']],
  ['postgres://u@%2Frun%2Fpostgresql/d', ['/run/postgresql 5432']],
])('reads the hosts of %s', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts);
});

test('reads the TLS parameters', () => {
  expect(tlsOf('')).toEqual({ mode: 'prefer', rootCert: null, client: null });
  expect(tlsOf('sslmode=verify-full&sslrootcert=/a%20b.crt&sslcert=c&sslkey=k&sslpassword=s')).toEqual({
    mode: 'verify-full',
    rootCert: '/a b.crt',
    client: { cert: 'c', key: 'k', password: 's' },
  });
  expect(tlsOf('sslrootcert=system').mode).toBe('verify-full');
});

test.each([
  ['mysql://u:hunter2@h/d', 'a URL that starts with postgres:// or postgresql://'],
  ['postgres://u:hunter2@h:x/d', 'a URL that starts with postgres:// or postgresql://'],
  ['postgres://u:hunter2%@h/d', 'with % only in escapes such as %40'],
  ['postgres://u:hunter2@h:0/d', 'ports are integers from 1 to 65535'],
  ['postgres://u:hunter2@h/d?host=a,b&port=1,2,3', 'one port for all hosts, or one for each'],
  [
    'postgres://u:hunter2@h/d?sslmode=on',
    'sslmode is one of disable, prefer, require, verify-ca, verify-full',
  ],
  [
    'postgres://u:hunter2@h/d?sslmode=verify-ca',
    'sslrootcert, a file or system, because sslmode is verify-ca',
  ],
  ['postgres://u:hunter2@h/d?sslmode=require&sslrootcert=system', 'sslmode=verify-full'],
  ['postgres://u:hunter2@h/d?sslcert=/c', 'both sslcert and sslkey, or neither'],
  ['postgres://u:hunter2@h/d?target_session_attrs=standby', 'one of any, read-write, primary'],
  ['postgres://u:hunter2@h/d?connect_timeout=soon', 'connect_timeout is an integer from 1 to 999'],
  [
    'postgres://u:hunter2@h/d?channel_binding=require',
    'without the parameter channel_binding; supported are host',
  ],
])('rejects %s without revealing its password', (url, problem) => {
  const refuse = () => parsePostgresUrl(url);
  expect(refuse).toThrow(problem);
  expect(refuse).not.toThrow('hunter2');
});
