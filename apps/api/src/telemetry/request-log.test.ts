import type { Logger } from '@shotclock/runtime';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { runWhenEnded } from '../request-end.ts';
import { logRequests } from './request-log.ts';

test('the log line of a request with a key contains only the IDs of the key and its account', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  app.decorateRequest('isShed', false);
  app.addHook('onRequest', runWhenEnded([logRequests({ logger: app.log as Logger })]));
  app.decorateRequest('identity');
  app.addHook('onRequest', async (request) => {
    const apiKey = { id: 7, accountId: 2, prefix: 'sc_prefix', hash: 'hash', name: 'Archive' };
    if (request.url === '/key') request.identity = { apiKey } as unknown as typeof request.identity;
  });
  for (const path of ['/key', '/none']) app.get(path, async () => 'x');
  for (const path of ['/key', '/none']) await app.inject(path);
  const [withKey, without] = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'request completed' && 'route' in line);
  expect(withKey).toMatchObject({ route: '/key', status: 200, accountId: 2, apiKeyId: 7 });
  expect(JSON.stringify(withKey)).not.toMatch(/prefix|hash|Archive/);
  expect(without).toMatchObject({ route: '/none' });
  expect(without).not.toHaveProperty('accountId');
  expect(without).not.toHaveProperty('apiKeyId');
});
