import { CaptureRequestBody, Id, Screenshot } from '@shotclock/contracts';
import { CoreError, createScreenshot, getScreenshot, readArtifact } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { captureRule } from '../validation/rules.ts';
import { awaitResult, preferHeaders } from './await-result.ts';
import { sendArtifact } from './send-artifact.ts';

const tags = ['Screenshots'];
const isFinished = ({ status }: Screenshot) => status === 'SUCCESS' || status === 'FAILED';

export function screenshotRoutes(app: Api, deps: ApiDependencies): void {
  const { coreContext, egressAllow, publicUrl } = deps;

  app.post(
    '/api/v1/screenshots',
    {
      schema: {
        operationId: 'createScreenshot',
        summary: 'Capture a page now',
        description:
          'Waits for the result: 60 seconds, or as `Prefer: wait=N` says (120 at most). A capture that is not ' +
          'finished by then, or any with `Prefer: respond-async`, is answered 202 with its Location. With responseType ' +
          'image a success is answered with the image itself, and a failure with a conflict that says why.',
        tags,
        headers: preferHeaders,
        body: CaptureRequestBody,
        response: { 201: Screenshot, 202: Screenshot },
      },
      config: {
        rules: [captureRule('manual', egressAllow)],
        problems: ['url_not_allowed', 'conflict'],
      },
    },
    async (request, reply) => {
      const context = coreContext(request);
      const created = await createScreenshot(context, { request: request.body });
      const screenshotId = created.id;
      const { resource: screenshot, finished } = await awaitResult(deps, reply, {
        location: `${publicUrl()}/api/v1/screenshots/${screenshotId}`,
        screenshotId,
        created,
        read: () => getScreenshot(context, { screenshotId }),
        isFinished,
      });
      if (!finished) return reply.code(202).send(screenshot);
      if (screenshot.responseType === 'json') return reply.code(201).send(screenshot);
      if (screenshot.status === 'FAILED')
        throw new CoreError(
          'conflict',
          `The capture failed: ${screenshot.description ?? 'no reason is known.'}`,
        );
      const image = await readArtifact(context, { screenshotId, artifact: 'image' });
      return sendArtifact(reply.code(201), image, { screenshotId, artifact: 'image' });
    },
  );

  app.get(
    '/api/v1/screenshots/:screenshotId',
    {
      schema: {
        operationId: 'getScreenshot',
        summary: 'Get a screenshot',
        tags,
        params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
        response: { 200: Screenshot },
      },
    },
    async (request) => getScreenshot(coreContext(request), { screenshotId: request.params.screenshotId }),
  );
}
