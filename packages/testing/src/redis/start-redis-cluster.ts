import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '@shotclock/embedded';
import { eventually } from '../eventually.ts';
import { redisCommand } from './redis-command.ts';
import { startRedis, type TestRedis } from './start-redis.ts';

const run = promisify(execFile);

/** Starts a cluster of three nodes without replicas. */
export async function startRedisCluster(): Promise<{
  nodes: TestRedis[];
  url: string;
  stop(): Promise<void>;
}> {
  const nodes = await Promise.all(
    [0, 1, 2].map(async () =>
      startRedis({
        settings: {
          'cluster-enabled': 'yes',
          'cluster-node-timeout': 1_000,
          // The default is the port plus 10000, which may be out of range or in use.
          'cluster-port': await freePort(),
        },
      }),
    ),
  );
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  for (const { url } of nodes)
    await eventually(async () => (await redisCommand(url, 'cluster', 'info')).includes('cluster_state:ok'), {
      what: 'the cluster',
    });
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  return { nodes, url: `redis+cluster://${addresses.join(',')}`, stop };
}
