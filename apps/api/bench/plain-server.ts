// The baseline of `pnpm bench:api`: Fastify with compiled serializers and Drizzle with prepared statements, without ETags, compression,
// access checks, log lines, metrics, response checks, and transactions around the statements of a list.
// /bytes/… sends the bytes that were stored with PUT, regardless of the rest of the path, without using a database.
// Runs as a separate process: `node plain-server.ts DATABASE_URL`.
import {
  CaptureRequestBody,
  ContentChangeActivity,
  captureSettings,
  Id,
  ListedSchedule,
  Page,
  pageOf,
  Schedule,
  ScheduleExecution,
  ScheduleItem,
  Screenshot,
  ScreenshotActivity,
} from '@shotclock/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { type FastifyRequest, fastify } from 'fastify';
import { createPlainQueries } from './plain-queries.ts';

const queries = createPlainQueries(process.argv[2]!);
const app = fastify();
const Params = Type.Object({ id: Id() });
const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 0, default: 0 }),
  size: Type.Integer({ minimum: 1, maximum: 200, default: 20 }),
});
const idOf = ({ params }: FastifyRequest) => (params as Static<typeof Params>).id;
const pageOfQuery = ({ query }: FastifyRequest) => query as Static<typeof PageQuery>;
const windowOf = ({ page, size }: Static<typeof PageQuery>) => ({ limit: size, offset: page * size });
const artifactUrl = (id: number, artifact: string) => `http://127.0.0.1/api/v1/screenshots/${id}/${artifact}`;

type ScheduleRow = NonNullable<Awaited<ReturnType<typeof queries.findSchedule>>>;
function scheduleOf({ type, firstRunAt, intervalValue, intervalUnit, cronExpression, ...row }: ScheduleRow) {
  return { ...row, schedule: { type, firstRunAt, intervalValue, intervalUnit, cronExpression } };
}

app.get(
  '/bare',
  { schema: { response: { 200: ScheduleExecution } } },
  async () => ScheduleExecution.examples[0],
);

let bytes: { status: number; body: Buffer } = { status: 200, body: Buffer.alloc(0) };
app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
  done(null, body);
});
app.put('/bytes', async (request, reply) => {
  const { status } = request.query as { status: string };
  bytes = { status: Number(status), body: request.body as Buffer };
  return reply.code(204).send();
});
app.route({
  method: ['GET', 'POST'],
  url: '/bytes/*',
  handler: async (_request, reply) =>
    reply.code(bytes.status).type('application/json; charset=utf-8').send(bytes.body),
});

app.get(
  '/api/v1/schedules/:id',
  { schema: { params: Params, response: { 200: Schedule } } },
  async (request, reply) => {
    const [row, items] = await Promise.all([
      queries.findSchedule(idOf(request)),
      queries.findItems(idOf(request)),
    ]);
    return row ? { ...scheduleOf(row), items } : reply.callNotFound();
  },
);

app.get(
  '/api/v1/schedules',
  { schema: { querystring: PageQuery, response: { 200: Page(ListedSchedule) } } },
  async (request) => {
    const query = pageOfQuery(request);
    const [total, rows] = await Promise.all([
      queries.countSchedules(),
      queries.listSchedules(windowOf(query)),
    ]);
    return pageOf(rows.map(scheduleOf), { total }, query);
  },
);

app.post(
  '/api/v1/schedules/:id/items',
  {
    schema: {
      params: Params,
      body: Type.Array(CaptureRequestBody),
      response: { 201: Type.Array(ScheduleItem) },
    },
  },
  async (request, reply) => {
    const settings = (request.body as CaptureRequestBody[]).map(captureSettings);
    const items = await queries.addItems(idOf(request), settings);
    return items ? reply.code(201).send(items) : reply.callNotFound();
  },
);

app.get(
  '/api/v1/schedules/:id/executions',
  { schema: { params: Params, querystring: PageQuery, response: { 200: Page(ScheduleExecution) } } },
  async (request) => {
    const query = pageOfQuery(request);
    const scheduleId = idOf(request);
    const [total, rows] = await Promise.all([
      queries.countExecutions(scheduleId),
      queries.listExecutions(scheduleId, windowOf(query)),
    ]);
    const content = rows.map((row) => ({
      ...row,
      processingTimeMs: (row.completedAt?.getTime() ?? Date.now()) - row.startedAt.getTime(),
    }));
    return pageOf(content, { total }, query);
  },
);

app.get(
  '/api/v1/screenshots/:id',
  { schema: { params: Params, response: { 200: Screenshot } } },
  async (request, reply) => {
    const row = await queries.findScreenshot(idOf(request));
    if (!row) return reply.callNotFound();
    return {
      ...row,
      imageUrl: artifactUrl(row.id, 'image'),
      extractedHtmlUrl: row.extractHtml ? artifactUrl(row.id, 'html') : null,
      extractedTextUrl: row.extractText ? artifactUrl(row.id, 'text') : null,
      completedAt: row.capturedAt,
      scheduleExecutionId: row.executionId,
      scheduleItemId: row.itemId,
    };
  },
);

app.get(
  '/api/v1/activity/screenshots',
  { schema: { querystring: PageQuery, response: { 200: Page(ScreenshotActivity) } } },
  async (request) => {
    const query = pageOfQuery(request);
    const [total, rows] = await Promise.all([queries.countActivity(), queries.listActivity(windowOf(query))]);
    const content = rows.map((row) => ({
      ...row,
      screenshotId: String(row.id),
      imageUrl: row.image && artifactUrl(row.id, 'image'),
      extractedHtmlUrl: row.html && artifactUrl(row.id, 'html'),
      extractedTextUrl: row.text && artifactUrl(row.id, 'text'),
      status: row.status === 'SUCCESS' ? 'COMPLETED' : 'FAILED',
      captureTime: row.capturedAt,
    }));
    return pageOf(content, { total }, query);
  },
);

app.get(
  '/api/v1/activity/content-changes',
  { schema: { querystring: PageQuery, response: { 200: Page(ContentChangeActivity) } } },
  async (request) => {
    const query = pageOfQuery(request);
    const [total, rows] = await Promise.all([queries.countEntries(), queries.listEntries(windowOf(query))]);
    return pageOf(rows, { total }, query);
  },
);

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
