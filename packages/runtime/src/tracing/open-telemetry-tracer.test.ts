import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { createOpenTelemetryTracer } from './open-telemetry-tracer.ts';

/** Exceeds every limit of the exporter. The server writes while the client reads. */
const sendWithoutEnd = (response: ServerResponse) => {
  const chunk = Buffer.alloc(65_536);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', write);
  };
  write();
};

const http = (respond: (response: ServerResponse) => void) =>
  createHttpServer((request, response) => {
    request.resume();
    respond(response);
  });

/** Sends a span to the server, and returns the log of the tracer after its shutdown and the paths of the server's requests. */
async function sendTo(server: Server, protocol = 'http') {
  const paths: unknown[] = [];
  server.on('request', ({ url }) => paths.push(url));
  server.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const lines: string[] = [];
  const { port } = server.address() as AddressInfo;
  const tracer = createOpenTelemetryTracer({
    url: `${protocol}://user:secret@127.0.0.1:${port}/v1/traces`,
    protocol: 'http/protobuf',
    headers: { 'x-key': 'secret' },
    serviceName: null,
    defaultServiceName: 'shotclock-api',
    resource: {},
    sampler: 'always_on',
    samplerRatio: 1,
    logger: createLogger({ name: 'api', level: 'info' }, { write: (line) => void lines.push(line) }),
  });
  tracer.startSpan('GET', { kind: 'server' }).end();
  await tracer.close();
  expect(lines.join('')).not.toContain('secret');
  return { logged: lines.map((line) => JSON.parse(line)), paths };
}

const reason = (text: string) => ({
  msg: 'the last traces were not sent',
  reason: expect.stringContaining(text),
});

test.each<[string, (response: ServerResponse) => void, object]>([
  [
    'a page instead of a result',
    (response) => void response.end('<html>secret</html>'),
    { msg: expect.stringContaining('could not deserialize response') },
  ],
  [
    'a redirect, which is not followed',
    (response) => void response.writeHead(302, { location: '/secret' }).end(),
    reason('status 302'),
  ],
  [
    'a status without a phrase',
    (response) => void response.writeHead(400, '').end('secret'),
    reason('status 400'),
  ],
  [
    'a long phrase',
    (response) => void response.writeHead(400, 'x'.repeat(10_000)).end(),
    { reason: expect.stringMatching(/^status 400: x{1,200}$/) },
  ],
  [
    'a Retry-After of a day',
    (response) => void response.writeHead(429, { 'retry-after': '86400' }).end(),
    reason('retryable'),
  ],
  ['a response that never ends', sendWithoutEnd, reason('size limit')],
  ['no response', () => {}, reason('timed out')],
])('a receiver that sends %s is reported, without secrets', async (_, respond, line) => {
  const { logged, paths } = await sendTo(http(respond));
  expect(logged).toEqual([expect.objectContaining(line)]);
  expect(paths).toEqual(['/v1/traces']);
});

test.each(['http', 'https'])('a receiver that does not support %s is reported', async (protocol) => {
  const garbage = createServer((socket) => socket.on('error', () => {}).write(Buffer.alloc(100_000, 22)));
  const { logged } = await sendTo(garbage, protocol);
  expect(logged).toEqual([expect.objectContaining(reason(protocol === 'http' ? 'Parse Error' : 'EPROTO'))]);
});
