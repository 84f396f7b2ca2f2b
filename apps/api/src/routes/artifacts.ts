import { type Artifact, artifacts, Id } from '@shotclock/contracts';
import { findArtifact } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { Bytes } from '../openapi/bytes.ts';
import { redirected } from '../openapi/redirected.ts';
import { sendArtifact } from './send-artifact.ts';

const imageTypes = ['image/png', 'image/jpeg'];
const described: Record<Artifact, { summary: string; mediaTypes: string[] }> = {
  image: { summary: 'Get the image', mediaTypes: imageTypes },
  thumbnail: { summary: 'Get the thumbnail, where one was requested', mediaTypes: imageTypes },
  html: { summary: 'Get the extracted HTML, where it was requested', mediaTypes: ['text/html'] },
  text: { summary: 'Get the extracted text, where it was requested', mediaTypes: ['text/plain'] },
};

/** 409 while the capture is not finished, 404 with the reason when it failed or the artifact was not requested. */
export function artifactRoutes(app: Api, { delivery }: ApiDependencies): void {
  for (const artifact of artifacts) {
    const { summary, mediaTypes } = described[artifact];
    app.get(
      `/api/v1/screenshots/:screenshotId/${artifact}`,
      {
        schema: {
          operationId: `getScreenshot${artifact[0]!.toUpperCase()}${artifact.slice(1)}`,
          summary,
          description:
            'A conflict while the capture is not finished; not found, with the reason, when it failed or did not ask for this.',
          tags: ['Screenshots'],
          params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
          response: {
            200: {
              description: 'The bytes as they were stored.',
              content: Object.fromEntries(
                mediaTypes.map((mediaType) => [mediaType, { schema: Bytes(mediaType) }]),
              ),
            },
            ...(artifact === 'html' ? {} : { 302: redirected }),
          },
        },
        config: { problems: ['conflict'] },
      },
      async (request, reply) => {
        const target = { screenshotId: request.params.screenshotId, artifact };
        return sendArtifact(reply, delivery, await findArtifact(request.ctx, target), target);
      },
    );
  }
}
