import { type Artifact, Id } from '@shotclock/contracts';
import { findArtifact } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { rangeHeaders, rangeResponse } from '../../http/image-ranges.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { redirectResponse } from '../../openapi/redirect-response.ts';
import { sendArtifact } from '../../responses/send-artifact.ts';
import { linkQuery } from '../../validation/link-query.ts';

const imageTypes = ['image/png', 'image/jpeg'];
/** Images have a route of their own (image.ts), because they are also available in other formats and sizes. */
const described: Record<
  Exclude<Artifact, 'image' | 'failure-image'>,
  { summary: string; mediaTypes: string[] }
> = {
  thumbnail: { summary: 'Get the thumbnail of a screenshot', mediaTypes: imageTypes },
  html: { summary: 'Get the extracted HTML of a screenshot', mediaTypes: ['text/html'] },
  text: { summary: 'Get the extracted text of a screenshot', mediaTypes: ['text/plain'] },
};

export function artifactRoutes(app: Api, { delivery }: ApiDependencies): void {
  for (const artifact of ['thumbnail', 'html', 'text'] as const) {
    const { summary, mediaTypes } = described[artifact];
    const isImage = mediaTypes === imageTypes;
    const content = Object.fromEntries(
      mediaTypes.map((mediaType) => [mediaType, { schema: Binary(mediaType) }]),
    );
    app.get(
      `/api/v1/screenshots/:screenshotId/${artifact}`,
      {
        schema: {
          operationId: `getScreenshot${artifact[0]!.toUpperCase()}${artifact.slice(1)}`,
          summary,
          description:
            'Returns 409 while the capture is not finished. Returns 404 with the reason if the capture failed, or if this artifact was ' +
            'not requested.',
          tags: ['Screenshots'],
          params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
          querystring: linkQuery,
          ...(isImage ? { headers: rangeHeaders } : {}),
          response: {
            200: { description: 'The stored artifact.', content },
            ...(isImage ? { 206: rangeResponse(content) } : {}),
            ...(artifact === 'html' ? {} : { 302: redirectResponse }),
          },
        },
        config: {
          signedLink: true,
          problems: isImage ? ['conflict', 'range_not_satisfiable'] : ['conflict'],
          responseHeaders: isImage ? ['Accept-Ranges'] : [],
        },
      },
      async (request, reply) => {
        const { ctx } = request;
        const target = { screenshotId: request.params.screenshotId, artifact };
        return sendArtifact(reply, { ctx, delivery }, await findArtifact(ctx, target), target);
      },
    );
  }
}
