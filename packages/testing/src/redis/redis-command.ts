import { Redis } from 'ioredis';

/** Sends a command and returns its reply as a string. */
export async function redisCommand(url: string, name: string, ...args: string[]): Promise<string> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return String(await client.call(name, ...args));
  } finally {
    client.disconnect();
  }
}
