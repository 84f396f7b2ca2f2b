// The public links that users share. Anyone who has a link may open it. This route therefore has neither authentication
// nor an account; the token in the path grants access.
import { findSharedImage } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { rangeHeaders, rangeResponse } from '../../http/image-ranges.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { redirectResponse } from '../../openapi/redirect-response.ts';
import { sendArtifact } from '../../responses/send-artifact.ts';

/** How long caches and the object store may still return the image after its link was revoked. */
const maxAgeSeconds = 300;
const content = {
  'image/png': { schema: Binary('image/png') },
  'image/jpeg': { schema: Binary('image/jpeg') },
};

export function sharedImageRoutes(
  app: Api,
  { coreContext, delivery }: Pick<ApiDependencies, 'coreContext' | 'delivery'>,
): void {
  app.get(
    '/api/v1/shared/:token',
    {
      schema: {
        operationId: 'getSharedImage',
        summary: 'Get a shared image',
        description: 'Returns the image of a public link. Does not require an API key.',
        tags: ['Shares'],
        params: Type.Object({
          token: Type.String({
            description: 'The token of the link.',
            examples: ['MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI'],
          }),
        }),
        headers: rangeHeaders,
        response: {
          200: { description: 'The stored image.', content },
          206: rangeResponse(content),
          302: redirectResponse,
        },
      },
      config: {
        isPublic: true,
        problems: ['range_not_satisfiable', 'rate_limited'],
        responseHeaders: ['Accept-Ranges', 'ETag'],
      },
    },
    async (request, reply) => {
      const ctx = coreContext();
      const { image, screenshotId, expiresAt } = await findSharedImage(ctx, request.params);
      const from = { ctx, delivery, publicSeconds: secondsUntil(expiresAt) };
      return sendArtifact(reply, from, image, { screenshotId, artifact: 'image' });
    },
  );
}

/** How long caches and the object store may return the image. This time does not exceed the lifetime of the link. */
function secondsUntil(expiresAt: Date | null): number {
  if (expiresAt === null) return maxAgeSeconds;
  const left = Math.floor((expiresAt.getTime() - Date.now()) / 1_000);
  return Math.max(0, Math.min(left, maxAgeSeconds));
}
