import { parseEgressAllow } from '@shotclock/egress';
import { createLogger, readConfig } from '@shotclock/runtime';
import { buildApp } from '../app.ts';
import type { OpenapiDocument } from './openapi-document.ts';

/** The API's document as an operator gets it who sets nothing. Nothing is opened, and no request is served. */
export async function describeApi(): Promise<OpenapiDocument> {
  const config = readConfig({ DATABASE_URL: 'postgres://nowhere/shotclock' }, 'api');
  const unserved = () => {
    throw new Error('this API only describes itself');
  };
  const app = await buildApp({
    logger: createLogger({ name: 'openapi', level: 'silent' }),
    coreContext: unserved,
    maxItemsPerRequest: config.maxItemsPerRequest,
    publicUrl: unserved,
    settlements: { waitFor: unserved, close: async () => {} },
    delivery: 'stream',
    egressAllow: parseEgressAllow(''),
    healthChecks: {},
    stopping: new AbortController().signal,
    guardHost: true,
    demo: false,
  });
  try {
    return app.swagger() as OpenapiDocument;
  } finally {
    await app.close();
  }
}
