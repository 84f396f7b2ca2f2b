import { CreatedShare, CreateShareBody, Id, nouns, Share } from '@shotclock/contracts';
import { createShare, getShare, listShares, revokeShare } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { expiryRule } from '../../validation/rules.ts';

const tags = [nouns.shares.group];
const screenshotParams = Type.Object({ screenshotId: Id('Screenshot ID.') });
const params = Type.Object({ screenshotId: Id('Screenshot ID.'), shareId: Id('Share ID.') });

export function shareRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  app.post(
    '/api/v1/screenshots/:screenshotId/share',
    {
      schema: {
        operationId: 'createShare',
        summary: 'Share the image of a screenshot',
        description:
          'Creates a public link to the image. It can be opened without an API key until it expires, it is revoked, or the screenshot is ' +
          'deleted. The response contains the link, which is not stored and cannot be retrieved again. Returns 409 if there is no image. ' +
          'Requires a key with the `read` and `write` scopes.',
        tags,
        params: screenshotParams,
        body: CreateShareBody,
        response: { 201: CreatedShare },
      },
      // The response that is stored for repeated requests omits the link.
      config: {
        // The read scope is required because the link grants access to the image.
        scope: ['read', 'write'],
        secretField: 'url',
        responseHeaders: ['Location'],
        rules: [expiryRule],
        problems: ['conflict'],
      },
    },
    async (request, reply) => {
      const { screenshotId } = request.params;
      const share = await createShare(request.ctx, { screenshotId, ...request.body });
      const location = `${publicUrl()}/api/v1/screenshots/${screenshotId}/shares/${share.id}`;
      return reply.code(201).header('location', location).send(share);
    },
  );

  listRoute(app, '/api/v1/screenshots/:screenshotId/shares', {
    noun: nouns.shares,
    operationId: 'listShares',
    summary: 'List the shares of a screenshot',
    description: 'Returns the public links to the image, including expired ones, without their URLs.',
    params: screenshotParams,
    read: ({ ctx }, input) => listShares(ctx, input),
  });

  app.get(
    '/api/v1/screenshots/:screenshotId/shares/:shareId',
    {
      schema: {
        operationId: 'getShare',
        summary: 'Get a share',
        description: 'Returns a public link without its URL.',
        tags,
        params,
        response: { 200: Share },
      },
    },
    async (request) => getShare(request.ctx, request.params),
  );

  app.delete(
    '/api/v1/screenshots/:screenshotId/shares/:shareId',
    {
      schema: {
        operationId: 'revokeShare',
        summary: 'Revoke a share',
        description: 'Deletes a public link. Caches may still return the image for five minutes.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The share was revoked.' }) },
      },
    },
    async (request, reply) => {
      await revokeShare(request.ctx, request.params);
      return reply.code(204).send(null);
    },
  );
}
