import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Authentication, CoreContext, EventHub, SettlementListener } from '@shotclock/core';
import type { EgressAllow } from '@shotclock/egress';
import type { Logger, Metrics, Readiness } from '@shotclock/runtime';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ConnectionLimits } from './limits/connection-limits.ts';
import type { LoadLimits } from './limits/load-monitor.ts';
import type { Dashboard } from './pages/load-dashboard.ts';

/** Fastify with handlers typed by their routes' schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

type RequestLimit = {
  /** Maximum number of requests of an API key in a minute. */
  perMinute: number;
  /** A client of ioredis whose commands fail at once while Redis is unavailable; null to count in this process. */
  redis: unknown;
};

/** Requests that links permit, of an address in a minute: with one link, and with all links. */
export type LinkLimits = { perLink: number; perAddress: number };

/** The dependencies of `buildApp`. `main.ts` and the tests compose them. */
export type ApiDependencies = {
  logger: Logger;
  /** Decides for which account a request acts. Null: the API has no authentication, and all requests act for the default account. */
  authentication: Authentication | null;
  /** The limit of requests of each API key; null for none. */
  requestLimit: RequestLimit | null;
  /** The stores and settings of a request. */
  coreContext: () => Omit<CoreContext, 'accountId' | 'managesAllAccounts' | 'audit'>;
  /** The proxies whose `X-Forwarded-For` names the client: addresses and networks, separated by commas; empty: none. */
  trustProxy: string;
  /** Maximum number of items in one request, from 1. */
  maxItemsPerRequest: number;
  /** Base URL under which clients reach the API, known once the server listens. */
  publicUrl: () => string;
  settlements: SettlementListener;
  events: EventHub;
  egressAllow: EgressAllow;
  /** Whether the API streams stored objects, or redirects to the object store where possible. */
  delivery: 'stream' | 'redirect';
  readiness: Readiness;
  metrics: Pick<Metrics<'api'>, 'eventStreams' | 'httpRequestDuration'>;
  /** Aborts when the process begins to shut down: responses close their connections. */
  draining: AbortSignal;
  /** Aborts after the shutdown delay, before the server closes: waiting requests get a response. */
  stopping: AbortSignal;
  /** The origins whose web pages may use the API, besides its own. */
  corsOrigins: readonly string[];
  /** Reject requests whose `Host` is neither this machine nor the public URL. */
  guardHost: boolean;
  /** The built dashboard; null if it was not built. */
  dashboard: Dashboard | null;
  /** The origins to which the API redirects requests for images: those of the object store, or none. */
  imageOrigins: readonly string[];
  /** Serve the demo's clock page. */
  demo: boolean;
  /** Default: `defaultConnectionLimits`. Tests set shorter timeouts. */
  connectionLimits?: ConnectionLimits;
  /** Default: `defaultLoadLimits`. */
  loadLimits?: LoadLimits;
  /** Default: `defaultLinkLimits`. */
  linkLimits?: LinkLimits;
  /** Number of requests with invalid keys in a minute from which an address is refused. */
  maxFailedKeys: number;
  /** Called with the name of each step that a request enters. */
  onStep?: (name: string) => void;
};
