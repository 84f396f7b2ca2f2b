import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ExpandedSchedule, type Schedule, ScheduleExecution } from '@shotclock/contracts';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerSerialization } from './serialization.ts';

const [execution] = ScheduleExecution.examples as [Record<string, unknown>];
const [schedule] = ExpandedSchedule.examples as [Schedule];
const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...schedule.items[0]!, id: n + 1 }));

let app: FastifyInstance;
let response: object;
/** Called when the route of a schedule has returned it. */
let onReturned: () => void = () => undefined;
const served: string[] = [];
beforeAll(() => {
  app = fastify();
  registerSerialization(app);
  app.get('/execution', { schema: { response: { 200: ScheduleExecution } } }, async () => response);
  app.get(
    '/schedule',
    {
      schema: { response: { 200: ExpandedSchedule } },
      onSend: async () => void served.push('schedule'),
    },
    async () => {
      onReturned();
      return response;
    },
  );
  app.get('/live', async () => served.push('live'));
});
afterAll(() => app.close());

test('a response that matches its schema is sent unchanged', async () => {
  response = execution;
  expect((await app.inject('/execution')).body).toBe(JSON.stringify(execution));
});

test('a response is the same for every order of its fields', async () => {
  response = Object.fromEntries(Object.entries(execution).toReversed());
  expect((await app.inject('/execution')).body).toBe(JSON.stringify(execution));
});

test.each([
  ['an extra field', { ...execution, secret: 1 }],
  ['a missing field', { ...execution, completedAt: undefined }],
  ['a wrong type', { ...execution, id: '1' }],
  ['an unknown enum value', { ...execution, status: 'RUNNING' }],
  ['an invalid time', { ...execution, startedAt: 'now' }],
])('a response with %s is an internal error', async (_words, broken) => {
  response = broken;
  expect((await app.inject('/execution')).statusCode).toBe(500);
});

test('a field that is wrong in one of many items is an internal error, which names the field', async () => {
  response = { ...schedule, items: [...items(999), { ...schedule.items[0]!, width: '800' }] };
  const { statusCode, body } = await app.inject('/schedule');
  expect(statusCode).toBe(500);
  expect(body).toContain('/items/*/width must be an integer');
});

test.each([0, 1, 1_000])('a schedule with %i items is sent unchanged', async (count) => {
  response = { ...schedule, items: items(count) };
  expect((await app.inject('/schedule')).body).toBe(JSON.stringify(response));
});

test('another request is served while a schedule with 1,000 items is written', async () => {
  const url = `https://example.com/?${'x'.repeat(2_000)}`;
  response = { ...schedule, items: items(1_000).map((item) => ({ ...item, url })) };
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const [own, other] = await Promise.all([openSocket(address), openSocket(address)]);
  try {
    served.length = 0;
    onReturned = () => other.write(get('/live'));
    own.write(get('/schedule'));
    const received = [once(own, 'data'), once(other, 'data')];
    await Promise.all(received);
    expect(served).toEqual(['live', 'schedule']);
  } finally {
    own.destroy();
    other.destroy();
  }
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function openSocket({ hostname, port }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}
