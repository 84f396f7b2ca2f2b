import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { CoreContext, SettlementListener } from '@shotclock/core';
import type { EgressAllow } from '@shotclock/egress';
import type { HealthChecks, Logger } from '@shotclock/runtime';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { Delivery } from './delivery.ts';

/** Fastify whose handlers are typed by their routes' schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What the API is built from; `main.ts` and the tests put it together. */
export type ApiDependencies = {
  logger: Logger;
  /** Decides which account a request acts for, and with which stores and settings. */
  coreContext: (request: FastifyRequest) => Promise<CoreContext>;
  /** Maximum number of items in one request, from 1. */
  maxItemsPerRequest: number;
  /** Base address under which consumers reach the API, known once it listens. */
  publicUrl: () => string;
  settlements: SettlementListener;
  egressAllow: EgressAllow;
  /** How stored bytes reach consumers, where the object store can be redirected to. */
  delivery: Delivery;
  healthChecks: HealthChecks;
  /** Aborts when the process begins to stop: who waits for a capture is answered, and readiness ends. */
  stopping: AbortSignal;
  /** Answer only requests that name this machine or the public address in `Host`. */
  guardHost: boolean;
  /** Serve the demo's clock. */
  demo: boolean;
};
