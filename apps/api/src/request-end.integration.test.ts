import { once } from 'node:events';
import { connect } from 'node:net';
import { createLogger, createMetricsRegistry } from '@shotclock/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApi } from './test-api.fixture.ts';

/** Starts the API, and returns a client that sends bytes through a connection, which `disconnect` closes. */
async function start() {
  const lines: string[] = [];
  const logger = createLogger({ name: 'api', level: 'info' }, { write: (line) => void lines.push(line) });
  const registry = createMetricsRegistry('api');
  const api = await createTestApi({ logger, metrics: registry.metrics });
  onTestFinished(() => api.close());
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const logged = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^request (completed|aborted)$/.test(msg));
  const series = async () => {
    const counts = (await registry.text()).matchAll(/^shotclock_http_request_duration_seconds_count(.+)$/gm);
    return [...counts].map(([, one]) => one!);
  };
  return { api, socket, logged, series };
}

const body = JSON.stringify({ url: 'https://example.com' });
const waiting = `POST /api/v1/screenshots HTTP/1.1\r\nHost: 127.0.0.1\r\nPrefer: wait=60\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const aborted = {
  method: 'POST',
  route: '/api/v1/screenshots',
  status: 499,
  msg: 'request aborted',
  aborted: true,
};

test('requests whose client disconnects before the response are logged and measured as aborted', async () => {
  const { api, socket, logged, series } = await start();
  socket.write(waiting + waiting);
  const list = async () =>
    (await api.send<{ content: unknown[] }>('GET', '/api/v1/screenshots')).body.content;
  await expect.poll(list).toHaveLength(2);
  socket.destroy();
  const ofClient = () => logged().filter(({ method }) => method === 'POST');
  await expect.poll(ofClient).toEqual([expect.objectContaining(aborted), expect.objectContaining(aborted)]);
  expect(await series()).toContain('{method="POST",route="/api/v1/screenshots",status="499"} 2');
});

test('a request whose client disconnects during the body is logged as aborted', async () => {
  const { socket, logged } = await start();
  const route = '/api/v1/schedules';
  socket.write(
    `POST ${route} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  socket.end();
  await expect.poll(logged).toEqual([expect.objectContaining({ ...aborted, route })]);
});

test('an event stream is logged with the status that was sent, and not measured', async () => {
  const { socket, logged, series } = await start();
  socket.write('GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await expect
    .poll(logged)
    .toEqual([expect.objectContaining({ route: '/api/v1/events', status: 200, aborted: true })]);
  expect(await series()).toEqual([]);
});
