import { describe, expect, test } from 'vitest';
import { byType, startResolver } from './name-resolver.fixture.ts';
import { startNameServer } from './name-server.fixture.ts';

describe('a truncated response', () => {
  test('causes another request over TCP', async () => {
    const addresses = Array.from({ length: 100 }, (_, i) => `192.0.2.${i + 1}`);
    const { resolve, queries, openTcpConnections } = await startResolver((_, type, transport) =>
      transport === 'udp' ? 'truncated' : type === 'A' ? addresses : [],
    );
    expect(await resolve('large.test')).toEqual(addresses);
    expect(queries().filter(({ transport }) => transport === 'tcp')).toHaveLength(2);
    await expect.poll(openTcpConnections).toBe(0);
  });

  test("that is followed by silence over TCP fails at the lookup's time limit, and the connection is closed", async () => {
    const { resolve, openTcpConnections } = await startResolver((_, __, transport) =>
      transport === 'udp' ? 'truncated' : 'silence',
    );
    await expect(resolve('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    await expect.poll(openTcpConnections).toBe(0);
  });

  test('that is followed by silence over TCP is canceled when the signal aborts', async () => {
    const { resolve, queries, openTcpConnections } = await startResolver(
      (_, __, transport) => (transport === 'udp' ? 'truncated' : 'silence'),
      { resolvConf: 'options timeout:30 attempts:5' },
    );
    const controller = new AbortController();
    const rejected = expect(resolve('silent.test', controller.signal)).rejects.toMatchObject({
      code: 'ECANCELLED',
    });
    await expect.poll(() => queries().filter(({ transport }) => transport === 'tcp').length).toBe(2);
    controller.abort();
    await rejected;
    await expect.poll(openTcpConnections).toBe(0);
  });
});

describe('several name servers', () => {
  test.each(['silence', 'SERVFAIL', 'REFUSED'] as const)(
    'are queried in order: after %s from the first one, the second one responds',
    async (answer) => {
      await using first = await startNameServer(() => answer);
      const { resolve, queriedNames } = await startResolver(byType(['192.0.2.7'], ['2001:db8::7']), {
        earlierServers: [first.address],
      });
      expect(await resolve('site.test')).toEqual(['192.0.2.7', '2001:db8::7']);
      expect(first.queries()).toHaveLength(2);
      expect(queriedNames()).toEqual(['site.test']);
    },
  );

  test('are all queried before a lookup fails', async () => {
    await using first = await startNameServer(() => 'SERVFAIL');
    const { resolve, queries } = await startResolver(() => 'SERVFAIL', { earlierServers: [first.address] });
    await expect(resolve('site.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect([first.queries().length, queries().length]).toEqual([2, 2]);
  });

  test('are not queried after the first one reports that a name does not exist', async () => {
    await using first = await startNameServer(() => 'NXDOMAIN');
    const { resolve, queries } = await startResolver(byType(['192.0.2.7'], []), {
      earlierServers: [first.address],
    });
    await expect(resolve('site.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(queries()).toEqual([]);
  });
});
