import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { type FaultServer, startFaultServer } from './fault-server.fixture.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

const rateLimited = { status: 429, headers: { 'retry-after': '0' } };

test('reports each lost connection, and resumes the stream after the last event', async () => {
  server.willAnswer({ eventStream: 'id: 7\nevent: ready\ndata: {}\n\n' }, 'close', rateLimited, {
    eventStream: 'event: reset\ndata: {}\n\n',
  });
  const { events } = createClient({ baseUrl: server.baseUrl });
  const seen: string[] = [];
  const onDisconnect = (error: unknown) => void seen.push(error === undefined ? 'ended' : String(error));
  for await (const { event } of events.stream({ maxReconnectMs: 10, maxRetries: 0, onDisconnect })) {
    seen.push(event);
    if (event === 'reset') break;
  }
  expect(seen).toEqual([
    'ready',
    'ended',
    expect.stringMatching(/^TypeError: /),
    expect.stringMatching(/^ProblemError: /),
    'reset',
  ]);
  const sent = server.received.map(({ headers }) => headers['last-event-id']);
  expect(sent).toEqual([undefined, '7', '7', '7']);
});
