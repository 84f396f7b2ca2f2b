import { ScheduleExecution } from '@shotclock/contracts';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerResponseCheck } from './response-check.ts';

const execution = {
  id: 1,
  status: 'PROCESSING',
  totalItems: 1,
  successfulItems: 0,
  failedItems: 0,
  startedAt: '2026-11-21T09:00:00.000Z',
  completedAt: null,
  processingTimeMs: 5,
  createdAt: '2026-11-21T09:00:00.000Z',
};

let app: FastifyInstance;
let response: object;
beforeAll(() => {
  app = fastify();
  registerResponseCheck(app);
  app.get('/', { schema: { response: { 200: ScheduleExecution } } }, async () => response);
});
afterAll(() => app.close());

test('a response that matches its schema is sent unchanged', async () => {
  response = execution;
  expect((await app.inject('/')).json()).toStrictEqual(execution);
});

test.each([
  ['an extra field', { ...execution, secret: 1 }],
  ['a missing field', { ...execution, completedAt: undefined }],
  ['a wrong type', { ...execution, id: '1' }],
  ['an unknown enum value', { ...execution, status: 'RUNNING' }],
  ['an invalid time', { ...execution, startedAt: 'now' }],
])('a response with %s is an internal error', async (_words, broken) => {
  response = broken;
  expect((await app.inject('/')).statusCode).toBe(500);
});
