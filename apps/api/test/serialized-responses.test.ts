import { ExpandedSchedule, type Schedule, ScheduleExecution } from '@shotclock/contracts';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [execution] = ScheduleExecution.examples as [Record<string, unknown>];
const [schedule] = ExpandedSchedule.examples as [Schedule];

let app: FastifyInstance;
let response: object;
beforeAll(() => {
  app = fastify();
  app.get('/execution', { schema: { response: { 200: ScheduleExecution } } }, async () => response);
  app.get('/schedule', { schema: { response: { 200: ExpandedSchedule } } }, async () => response);
});
afterAll(() => app.close());

test('a response that matches its schema is sent unchanged', async () => {
  response = execution;
  expect((await app.inject('/execution')).body).toBe(JSON.stringify(execution));
});

test('a response does not depend on the order of its fields', async () => {
  response = Object.fromEntries(Object.entries(execution).toReversed());
  expect((await app.inject('/execution')).body).toBe(JSON.stringify(execution));
});

test('fields that are not in the schema are not sent', async () => {
  response = { ...execution, accountId: 1 };
  expect((await app.inject('/execution')).body).toBe(JSON.stringify(execution));
});

test.each([
  ['a missing field', { ...execution, completedAt: undefined, status: undefined }],
  ['another type', { ...execution, id: 'one' }],
])('a response with %s is an internal error', async (_words, broken) => {
  response = broken;
  expect((await app.inject('/execution')).statusCode).toBe(500);
});

test('a schedule with 1,000 items is sent unchanged', async () => {
  const items = Array.from({ length: 1_000 }, (_, n) => ({
    ...schedule.items[0]!,
    id: n + 1,
    url: `"é😀${n}`,
  }));
  response = { ...schedule, items };
  expect((await app.inject('/schedule')).body).toBe(JSON.stringify(response));
});
