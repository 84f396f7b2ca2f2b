import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  HEALTH_CHECK_TIMEOUT_MS,
  type HealthChecks,
  type HealthReport,
  runHealthChecks,
} from './health-checks.ts';
import type { Logger } from './logger.ts';
import { StartError } from './start-error.ts';

export type HealthServerOptions = {
  host: string;
  /** 0 takes a free port. */
  port: number;
  checks: HealthChecks;
  logger: Logger;
  /** Aborted while the process stops: it is alive, but no longer ready. */
  stopping?: AbortSignal;
  /** Milliseconds that each check may take. */
  timeoutMs?: number;
};

export type HealthServer = {
  readonly port: number;
  close(): Promise<void>;
};

/**
 * Serves `/health/live` (200 while the process answers) and `/health/ready` (503 while a check fails or the process
 * stops) for apps that have no HTTP of their own.
 * @throws StartError when the address cannot be listened on
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/health/live') answer(response, 200, { status: 'ok', checks: {} });
    else if (path === '/health/ready') {
      const report = await readiness(options);
      answer(response, report.status === 'ok' ? 200 : 503, report);
    } else answer(response, 404, { status: 'not_found' });
  });
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => close(server),
  };
}

function readiness(options: HealthServerOptions): HealthReport | Promise<HealthReport> {
  if (options.stopping?.aborted) return { status: 'stopping', checks: {} };
  return runHealthChecks(options.checks, options.timeoutMs ?? HEALTH_CHECK_TIMEOUT_MS, (check, err) =>
    options.logger.warn({ check, err }, 'health check failed'),
  );
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const remedy = 'choose another with HEALTH_HOST and HEALTH_PORT';
      reject(
        new StartError(`health cannot be served on ${host}:${port} (${error.code}); ${remedy}`, {
          cause: error,
        }),
      );
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
