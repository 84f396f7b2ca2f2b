import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisUrl } from './redis.ts';
import { startRedis } from './start-redis.ts';

test("the test run's Redis server responds", async () => {
  const client = new Redis(redisUrl());
  expect(await client.ping()).toBe('PONG');
  client.disconnect();
});

test('a stopped Redis server starts empty on the same port', async () => {
  const first = await startRedis();
  const before = new Redis(first.url);
  await before.set('key', 'value');
  before.disconnect();
  await first.stop();
  const second = await startRedis({ port: first.port });
  const after = new Redis(second.url);
  expect(await after.get('key')).toBeNull();
  after.disconnect();
  await second.stop();
});
