import { parseEgressAllow } from '@shotclock/egress';
import { createLogger, createMetricsRegistry, readConfig } from '@shotclock/runtime';
import { buildApp } from '../app.ts';
import type { OpenapiDocument } from './openapi-document.ts';

/** Returns the OpenAPI document for the default settings, without opening a database or object store or serving requests. */
export async function describeApi(): Promise<OpenapiDocument> {
  const config = readConfig({ DATABASE_URL: 'postgres://nowhere/shotclock' }, 'api');
  const unavailable = () => {
    throw new Error('this instance does not serve requests');
  };
  const app = await buildApp({
    logger: createLogger({ name: 'openapi', level: 'silent' }),
    authentication: null,
    requestLimit: null,
    maxFailedKeys: config.maxInvalidKeysPerAddress,
    trustProxy: '',
    coreContext: unavailable,
    maxItemsPerRequest: config.maxItemsPerRequest,
    publicUrl: unavailable,
    events: { listen: unavailable, checkAuthorization: unavailable, close: async () => {} },
    settlements: { waitFor: unavailable, close: async () => {} },
    delivery: 'stream',
    egressAllow: parseEgressAllow(''),
    alertAllow: parseEgressAllow(''),
    readiness: async () => ({ status: 'ok', checks: {} }),
    diagnose: unavailable,
    metrics: createMetricsRegistry('api').metrics,
    draining: new AbortController().signal,
    stopping: new AbortController().signal,
    corsOrigins: [],
    guardHost: true,
    dashboard: null,
    handbook: { fileAt: unavailable },
    imageOrigins: [],
    demo: false,
  });
  try {
    return app.swagger() as OpenapiDocument;
  } finally {
    await app.close();
  }
}
