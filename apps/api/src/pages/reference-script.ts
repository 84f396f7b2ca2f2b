import { fastify } from 'fastify';
import { type Asset, createAsset } from '../http/asset.ts';

/** The version is part of the script's URL, so that browsers can cache the script. */
export type ReferenceScript = { asset: Asset; version: string };

let script: Promise<ReferenceScript> | undefined;

/**
 * The script of Scalar's API reference. It is loaded on first use, because its 5 MB would slow down every start of the
 * API.
 */
export function referenceScript(): Promise<ReferenceScript> {
  script ??= loadScript();
  return script;
}

/**
 * Scalar's plugin is the only package that bundles the script without its 180 dependencies. The plugin serves the script
 * through a route.
 */
async function loadScript(): Promise<ReferenceScript> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await server.inject('/docs/js/scalar.js');
  await server.close();
  if (statusCode !== 200)
    throw new Error(`Scalar's plugin responded with ${statusCode} instead of its script`);
  const asset = createAsset(rawPayload, 'text/javascript; charset=utf-8');
  return { asset, version: asset.etag.slice(1, 17) };
}
