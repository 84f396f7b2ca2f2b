import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { byType, startResolver } from './name-resolver.fixture.ts';
import type { NameServerRule } from './name-server.fixture.ts';

describe('the addresses of a name', () => {
  test.each([
    ['both families', ['192.0.2.7', '192.0.2.8'], ['2001:db8::7'], ['192.0.2.7', '192.0.2.8', '2001:db8::7']],
    ['IPv4 only', ['192.0.2.7'], [], ['192.0.2.7']],
    ['IPv6 only', [], ['2001:db8::7'], ['2001:db8::7']],
  ])('of %s follow the CNAME record', async (_, a, aaaa, expected) => {
    const { resolve } = await startResolver(byType(a, aaaa));
    expect(await resolve('site.test')).toEqual(expected);
  });

  test('start with IPv6 if the machine has a global IPv6 address', async () => {
    const rule = byType(['192.0.2.7'], ['2001:db8::7']);
    const global = await startResolver(rule, { ownAddresses: ['192.0.2.1', '2a00:1450::1'] });
    expect(await global.resolve('site.test')).toEqual(['2001:db8::7', '192.0.2.7']);
    const local = await startResolver(rule, { ownAddresses: ['::1', 'fe80::1', 'fd00::1', '192.0.2.1'] });
    expect(await local.resolve('site.test')).toEqual(['192.0.2.7', '2001:db8::7']);
  });

  test('come from one family if the name server fails for the other family', async () => {
    const { resolve } = await startResolver((_, type) => (type === 'A' ? ['192.0.2.7'] : 'SERVFAIL'));
    expect(await resolve('site.test')).toEqual(['192.0.2.7']);
  });

  test.each([
    ['NXDOMAIN', 'ENOTFOUND'],
    [[], 'ENODATA'],
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
    ['silence', 'ETIMEOUT'],
  ] as const)('are rejected after %j with the code %s', async (answer, code) => {
    const { resolve } = await startResolver(() => (typeof answer === 'string' ? answer : []));
    await expect(resolve('site.test')).rejects.toMatchObject({ code });
  });

  test('are reported as missing if the name cannot be queried', async () => {
    const { resolve, queries } = await startResolver(() => ['192.0.2.7']);
    await expect(resolve(`${'a'.repeat(64)}.test`)).rejects.toMatchObject({ code: 'EBADNAME' });
    expect(queries()).toEqual([]);
  });
});

describe('search domains', () => {
  const rule: NameServerRule = (name, type) =>
    ['intranet.corp.example', 'wiki.team.corp.example', 'full.example.test'].includes(name)
      ? type === 'A'
        ? ['10.0.0.5']
        : []
      : 'NXDOMAIN';
  const resolvConf = 'search lab.example corp.example\noptions timeout:1 attempts:1';

  test('are appended in order to a name without dots', async () => {
    const { resolve, queriedNames } = await startResolver(rule, { resolvConf });
    expect(await resolve('intranet')).toEqual(['10.0.0.5']);
    expect(queriedNames()).toEqual(['intranet.lab.example', 'intranet.corp.example']);
  });

  test('are appended to a name with dots that does not exist as given', async () => {
    const { resolve, queriedNames } = await startResolver(rule, { resolvConf });
    expect(await resolve('wiki.team')).toEqual(['10.0.0.5']);
    expect(queriedNames()).toEqual(['wiki.team', 'wiki.team.lab.example', 'wiki.team.corp.example']);
  });

  test('are not tried for a name that resolves without them', async () => {
    const { resolve, queriedNames } = await startResolver(rule, { resolvConf });
    expect(await resolve('full.example.test')).toEqual(['10.0.0.5']);
    expect(queriedNames()).toEqual(['full.example.test']);
  });

  test('are not tried after the name server fails', async () => {
    const { resolve, queriedNames } = await startResolver(() => 'SERVFAIL', { resolvConf });
    await expect(resolve('site.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect(queriedNames()).toEqual(['site.test']);
  });

  test('leave a name missing if it does not exist in any of them', async () => {
    const { resolve } = await startResolver(() => 'NXDOMAIN', { resolvConf });
    await expect(resolve('nowhere')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the hosts file', () => {
  test('takes precedence over DNS and is read again after a change', async () => {
    const { resolve, hostsPath, queries } = await startResolver(byType(['192.0.2.7'], []), {
      hosts: '10.0.0.5 wiki.example\n',
    });
    expect(await resolve('wiki.example')).toEqual(['10.0.0.5']);
    expect(queries()).toEqual([]);
    writeFileSync(hostsPath, '10.0.0.66 wiki.example\n');
    expect(await resolve('wiki.example')).toEqual(['10.0.0.66']);
    rmSync(hostsPath);
    expect(await resolve('wiki.example')).toEqual(['192.0.2.7']);
    writeFileSync(hostsPath, '10.0.0.77 wiki.example\n');
    expect(await resolve('wiki.example')).toEqual(['10.0.0.77']);
  });
});

describe('a lookup', () => {
  test('is canceled with its queries when its signal aborts', async () => {
    const { resolve, queries } = await startResolver(() => 'silence', {
      resolvConf: 'options timeout:30 attempts:5',
    });
    const controller = new AbortController();
    const pending = resolve('silent.test', controller.signal);
    const rejected = expect(pending).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect.poll(() => queries().length).toBe(2);
    controller.abort();
    await rejected;
  });

  test.skipIf(process.platform !== 'linux')('leaves no socket open', async () => {
    const openSockets = () => readdirSync('/proc/self/fd').length;
    const { resolve } = await startResolver(byType(['192.0.2.7'], []));
    await resolve('warm-up.test');
    const before = openSockets();
    for (let i = 0; i < 200; i += 1) await resolve(`n${i}.test`);
    expect(openSockets()).toBeLessThan(before + 10);
  });

  test('waits while its session has 16 lookups in progress, and starts when one of them ends', async () => {
    const { resolve, queriedNames } = await startResolver(
      (name, type) => (name.startsWith('silent') ? 'silence' : type === 'A' ? ['192.0.2.7'] : []),
      { resolvConf: 'options timeout:30 attempts:5' },
    );
    const flood = new AbortController();
    const silent = Array.from({ length: 16 }, (_, i) => resolve(`silent${i}.test`, flood.signal));
    const next = resolve('site.test');
    await expect.poll(() => queriedNames()).toHaveLength(16);
    flood.abort();
    await Promise.allSettled(silent);
    expect(await next).toEqual(['192.0.2.7']);
    expect(queriedNames()).toHaveLength(17);
  });
});
