import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, stopWithParent } from '@shotclock/embedded';
import { eventually } from '../eventually.ts';
import { redisCommand } from './redis-command.ts';
import { redisServer } from './redis-server.ts';
import { startRedis } from './start-redis.ts';

/** Starts a primary, a replica and one Sentinel, which monitors them as `main`. */
export async function startRedisSentinel() {
  const primary = await startRedis();
  const replica = await startRedis({ settings: { replicaof: `127.0.0.1 ${primary.port}` } });
  const folder = await mkdtemp(join(tmpdir(), 'shotclock-test-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    ...[`port ${port}`, 'bind 127.0.0.1', `sentinel monitor main 127.0.0.1 ${primary.port} 1`],
    ...['sentinel down-after-milliseconds main 500', 'sentinel failover-timeout main 2000'],
  ];
  await writeFile(file, lines.join('\n'));
  const child = spawn(await redisServer(), [file, '--sentinel'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const stopWatcher = stopWithParent(child.pid as number);
  const sentinel = `redis://127.0.0.1:${port}`;
  await eventually(
    async () => (await redisCommand(sentinel, 'sentinel', 'master', 'main')).includes('num-slaves,1'),
    { what: 'the Sentinel to know the replica' },
  );
  return {
    primary,
    replica,
    // Nothing listens on port 1, so clients use the second Sentinel.
    url: `redis+sentinel://127.0.0.1:1,127.0.0.1:${port}/main`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      stopWatcher();
      await Promise.all([replica.stop(), primary.stop(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
