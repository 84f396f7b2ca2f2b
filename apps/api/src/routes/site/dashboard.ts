import { randomBytes } from 'node:crypto';
import { CoreError } from '@shotclock/core';
import type { FastifyReply } from 'fastify';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { sendAsset } from '../../http/send-asset.ts';
import { missingBuildPage } from '../../pages/missing-build-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import { urlPathOf } from '../../validation/rules.ts';

const cacheForAYear = 'public, max-age=31536000, immutable';

/**
 * The content security policy of the dashboard. Scripts, and style elements that the dashboard adds, need the nonce of
 * their response. Scripts can add HTML only where the dashboard's Trusted Types policy permits it.
 * @param imageOrigins the origins to which the API redirects image requests
 */
export const dashboardPolicy = (nonce: string, imageOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ['img-src', "'self'", 'blob:', ...imageOrigins].join(' '),
    ['connect-src', "'self'", ...imageOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

type DashboardDependencies = Pick<ApiDependencies, 'dashboard' | 'imageOrigins'>;

/** Sends the dashboard's page. If there is no build, the page explains how to create one. */
export function createDashboardPage({ dashboard, imageOrigins }: DashboardDependencies) {
  return (reply: FastifyReply): FastifyReply => {
    if (dashboard === null)
      return sendPage(reply.code(503), missingBuildPage('dashboard', 'build:dashboard'));
    // Each response has a different nonce, so a stored page would not work with the policy of a later 304 response.
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', dashboardPolicy(nonce, imageOrigins))
      .header('cache-control', 'private, no-cache')
      .send(dashboard.pageOf(urlPathOf(reply.request.url)).replaceAll('__NONCE__', nonce));
  };
}

/**
 * Serves the dashboard at `/`, and its files. The handler for unknown paths sends the page for the other URLs of the
 * dashboard.
 */
export function dashboardRoutes(app: Api, deps: DashboardDependencies): void {
  const sendDashboard = createDashboardPage(deps);
  const hidden = { schema: { hide: true } };
  app.get('/', hidden, async (_request, reply) => sendDashboard(reply));
  app.get<{ Params: { file: string } }>(
    '/assets/:file',
    { ...hidden, compress: false },
    async (request, reply) => {
      const asset = deps.dashboard?.assets.get(request.params.file);
      if (!asset) throw new CoreError('not_found', `No resource was found at ${request.url}.`);
      return sendAsset(reply, asset, cacheForAYear);
    },
  );
}
