import { Id, imageVariantFields } from '@shotclock/contracts';
import { findImage } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { rangeHeaders, rangeResponse } from '../../http/image-ranges.ts';
import { preferredFormat, varyByAccept } from '../../http/preferred-format.ts';
import { redirectResponse } from '../../openapi/redirect-response.ts';
import type { RequestParts } from '../../request-parts.ts';
import { sendArtifact } from '../../responses/send-artifact.ts';
import { variantContent } from '../../responses/variant-content.ts';
import { linkFields } from '../../validation/link-query.ts';
import { Query } from '../../validation/page-query.ts';

const described = {
  image: {
    operationId: 'getScreenshotImage',
    summary: 'Get the image of a screenshot',
    description:
      'Returns the image as it was captured, or in a smaller size or another format. Such variants are created from the stored image when ' +
      'they are first requested, and are kept as long as the screenshot.\n\n' +
      'The limits are 16,383 pixels per side and 32 megapixels for WebP, 16,384 pixels and 8 megapixels for AVIF, and 65,500 pixels per side for JPEG. If the image ' +
      'is larger in the requested `format` and size, the response is 409: request a smaller `width`, a `height`, or another format. ' +
      'If only `Accept` specifies the format, the response has the stored format instead.\n\n' +
      'Returns 409 while the capture is not finished, 404 with the reason if the capture failed, and 429 or 503 with `Retry-After` ' +
      'while too many images are being converted.',
  },
  'failure-image': {
    operationId: 'getScreenshotFailureImage',
    summary: 'Get the page image of a failed capture',
    description:
      'Returns the viewport of the page after the last attempt failed, as a JPEG of at most two megapixels, or in a smaller size or ' +
      'another format. It is deleted with the screenshot.\n\n' +
      'Returns 409 while the capture is not finished, and 404 with the reason if it did not fail or if there was no page to show, for ' +
      'example because the page did not load, crashed, or kept the browser busy until the deadline.',
  },
} as const;

export function imageRoutes(app: Api, { delivery: configured, ownRequests }: RequestParts): void {
  for (const artifact of ['image', 'failure-image'] as const) {
    app.get(
      `/api/v1/screenshots/:screenshotId/${artifact}`,
      {
        schema: {
          ...described[artifact],
          tags: ['Screenshots'],
          params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
          querystring: Query({ ...imageVariantFields, ...linkFields }),
          headers: rangeHeaders,
          response: {
            200: { description: 'The image.', content: variantContent },
            206: rangeResponse(variantContent),
            302: redirectResponse,
          },
        },
        config: {
          signedLink: true,
          problems: ['conflict', 'range_not_satisfiable', 'rate_limited'],
          responseHeaders: ['Accept-Ranges'],
        },
      },
      async (request, reply) => {
        const { ctx, query, headers } = request;
        const { screenshotId } = request.params;
        const { format = null, width = null, height = null } = query;
        if (format === null) varyByAccept(reply);
        const preferred = format === null ? preferredFormat(headers.accept) : null;
        const image = await findImage(ctx, { screenshotId, artifact, format, preferred, width, height });
        const delivery = ownRequests.current() ? 'stream' : configured;
        return sendArtifact(reply, { ctx, delivery }, image, { screenshotId, artifact });
      },
    );
  }
}
