import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Authentication, CoreContext, EventHub, SettlementListener } from '@shotclock/core';
import type { EgressAllow } from '@shotclock/egress';
import type { Diagnosis, Logger, Metrics, Readiness, Tracer } from '@shotclock/runtime';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ConnectionLimits } from './limits/connection-limits.ts';
import type { LoadLimits } from './limits/load-monitor.ts';
import type { Dashboard } from './pages/load-dashboard.ts';
import type { Handbook } from './pages/open-handbook.ts';
import type { CompileSchemas } from './validation/compile-schemas.ts';
import type { SchemaCompilers } from './validation/schema-compilers.ts';

/** Fastify with handlers that are typed by the schemas of their routes. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

type RequestLimit = {
  /** Maximum number of requests per minute per API key. */
  perMinute: number;
  /** An ioredis client whose commands fail immediately while Redis is unavailable; null to count in this process. */
  redis: unknown;
};

/** Maximum numbers of requests with links per minute and client address: for one link, and for all links together. */
export type LinkLimits = { perLink: number; perAddress: number };

/** The dependencies of `buildApp`. Provided by `main.ts` and by the tests. */
export type ApiDependencies = {
  logger: Logger;
  /**
   * Determines which account a request acts for. Null if authentication is disabled: all requests then act for the
   * default account.
   */
  authentication: Authentication | null;
  /** The request limit for each API key; null if requests are not limited. */
  requestLimit: RequestLimit | null;
  /** The stores and settings that requests use. */
  coreContext: () => Omit<CoreContext, 'accountId' | 'managesAllAccounts' | 'audit'>;
  /** The proxies whose `X-Forwarded-For` header is trusted: a comma-separated list of addresses and networks; empty for none. */
  trustProxy: string;
  /** Maximum number of items in one request, at least 1. */
  maxItemsPerRequest: number;
  /** Base URL at which clients reach the API. Known once the server listens. */
  publicUrl: () => string;
  settlements: SettlementListener;
  events: EventHub;
  egressAllow: EgressAllow;
  /** The private addresses that may receive alerts (`ALERT_ALLOW`). */
  alertAllow: EgressAllow;
  /** Whether the API streams stored objects or redirects to the object store where possible. */
  delivery: 'stream' | 'redirect';
  readiness: Readiness;
  /** Runs the checks of this process for `GET /system`. */
  diagnose: () => Promise<readonly Diagnosis[]>;
  metrics: Pick<Metrics<'api'>, 'eventStreams' | 'httpRequestDuration'>;
  /** Null or absent if traces are off. */
  tracer?: Tracer | null;
  /** Aborts when the process starts to shut down. From then on, each response closes its connection. */
  draining: AbortSignal;
  /**
   * Aborts after the shutdown delay, before the server closes. Requests that are waiting for a result then receive a
   * response.
   */
  stopping: AbortSignal;
  /** The origins, in addition to the API's own, whose web pages may use the API. */
  corsOrigins: readonly string[];
  /** Whether to reject requests whose `Host` header names neither this machine nor the host of the public URL. */
  guardHost: boolean;
  /** The dashboard build; null if the dashboard was not built. */
  dashboard: Dashboard | null;
  handbook: Handbook;
  /** The object store's origins if the API redirects image requests to it; otherwise empty. */
  imageOrigins: readonly string[];
  /** Whether to serve the demo's clock page. */
  demo: boolean;
  /** Default: `defaultConnectionLimits`. Tests set shorter timeouts. */
  connectionLimits?: ConnectionLimits;
  /** Default: `defaultLoadLimits`. */
  loadLimits?: LoadLimits;
  /** Default: `defaultLinkLimits`. */
  linkLimits?: LinkLimits;
  /**
   * Maximum number of requests with invalid keys per minute per address. Further requests from the address are rejected.
   */
  maxFailedKeys: number;
  /** Default: `compileAtFirstUse`. */
  compileSchemas?: CompileSchemas;
  /** Default: new compilers. Tests share compilers, because these keep what they have compiled. */
  compilers?: SchemaCompilers;
  /** Called with the name of each step that a request enters. */
  onStep?: (name: string) => void;
};
