import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../logger.ts';
import type { MetricsRegistry } from '../metrics/metrics-registry.ts';
import { StartError } from '../start-error.ts';
import type { Readiness } from './health-checks.ts';

export type HealthServerOptions = {
  host: string;
  /** 0 selects a free port. */
  port: number;
  readiness: Readiness;
  logger: Logger;
  /** Time limit in milliseconds for receiving a request. A health check request consists of only a few hundred bytes. */
  requestTimeoutMs?: number;
  /** Served at `/metrics`. */
  metrics?: Pick<MetricsRegistry<never>, 'contentType' | 'text'>;
};

export type HealthServer = {
  readonly port: number;
  close(): Promise<void>;
};

const defaultRequestTimeoutMs = 10_000;
const maxConnections = 256;

/**
 * Serves `/health/live` (200 while the process responds), `/health/ready` (503 while a check fails or the process is
 * stopping) and `/metrics`. Clients of the API cannot reach this server.
 * @throws StartError when the server cannot listen on the address
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { readiness, logger, requestTimeoutMs = defaultRequestTimeoutMs } = options;
  const requestTimeouts = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: requestTimeoutMs / 2,
  };
  const server = createServer(requestTimeouts, async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/health/live') sendJson(response, 200, { status: 'ok', checks: {} });
    else if (path === '/health/ready') {
      const report = await readiness();
      sendJson(response, report.status === 'ok' ? 200 : 503, report);
    } else if (path === '/metrics' && options.metrics) {
      const { contentType, text } = options.metrics;
      send(response, 200, contentType, await text());
    } else sendJson(response, 404, { status: 'not_found' });
  });
  server.maxConnections = maxConnections;
  await listen(server, options.host, options.port);
  // `accept` fails if no file descriptor is free. If no listener handled its error event, the process would terminate.
  server.on('error', (err) => logger.warn({ err }, 'health server failed'));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => close(server),
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(body);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message = `the health server cannot listen on ${host}:${port} (${cause.code}); set HEALTH_HOST and HEALTH_PORT to another address`;
      reject(new StartError(message, { cause }));
    });
    server.listen(port, host, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
