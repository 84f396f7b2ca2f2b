import {
  CaptureRequestBody,
  ExpandedScreenshot,
  Id,
  type Screenshot,
  screenshotExpansions,
} from '@shotclock/contracts';
import { CoreError, createScreenshot, deleteScreenshot, findArtifact, getScreenshot } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { Bytes } from '../openapi/bytes.ts';
import { expandField, expandRule, parseExpand } from '../validation/expand.ts';
import { Query } from '../validation/page-query.ts';
import { captureRule } from '../validation/rules.ts';
import { awaitResult, preferHeaders } from './await-result.ts';
import { sendArtifact } from './send-artifact.ts';

const tags = ['Screenshots'];
const Unfinished = Type.Unsafe<Screenshot>({
  ...ExpandedScreenshot,
  description: 'The capture is not finished; its Location tells how it goes on.',
  examples: [
    {
      ...ExpandedScreenshot.examples[0],
      status: 'PENDING',
      processingTimeMs: null,
      completedAt: null,
      scheduleExecutionId: null,
      scheduleItemId: null,
    },
  ],
});
const finished = {
  description: 'The finished capture, or with responseType image its image.',
  content: {
    'application/json': { schema: ExpandedScreenshot },
    'image/png': { schema: Bytes('image/png') },
    'image/jpeg': { schema: Bytes('image/jpeg') },
  },
};
const isFinished = ({ status }: Screenshot) => status === 'SUCCESS' || status === 'FAILED';

export function screenshotRoutes(app: Api, deps: ApiDependencies): void {
  const { delivery, egressAllow, publicUrl } = deps;

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
        response: { 201: finished, 202: Unfinished },
      },
      config: {
        rules: [captureRule('manual', egressAllow)],
        problems: ['url_not_allowed', 'conflict'],
        responseHeaders: ['Location', 'Preference-Applied'],
      },
    },
    async (request, reply) => {
      const { ctx } = request;
      const created = await createScreenshot(ctx, { request: request.body });
      const screenshotId = created.id;
      const { resource: screenshot, finished } = await awaitResult(deps, reply, {
        location: `${publicUrl()}/api/v1/screenshots/${screenshotId}`,
        screenshotId,
        created,
        read: () => getScreenshot(ctx, { screenshotId }),
        isFinished,
      });
      if (!finished) return reply.code(202).send(screenshot);
      if (screenshot.responseType === 'json') return reply.code(201).send(screenshot);
      if (screenshot.status === 'FAILED')
        throw new CoreError('conflict', `The capture failed: ${screenshot.description ?? 'unknown reason.'}`);
      const target = { screenshotId, artifact: 'image' } as const;
      const image = await findArtifact(ctx, target);
      return sendArtifact(reply.code(201), delivery, image, target);
    },
  );

  app.get(
    '/api/v1/screenshots/:screenshotId',
    {
      schema: {
        operationId: 'getScreenshot',
        summary: 'Get a screenshot',
        description:
          'Manual or scheduled, finished or not. expand=capture shows how it was made, and the hashes that prove it.',
        tags,
        params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
        querystring: Query({ expand: expandField(screenshotExpansions) }),
        response: { 200: ExpandedScreenshot },
      },
      config: { rules: [expandRule(screenshotExpansions)] },
    },
    async (request) =>
      getScreenshot(request.ctx, {
        screenshotId: request.params.screenshotId,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.delete(
    '/api/v1/screenshots/:screenshotId',
    {
      schema: {
        operationId: 'deleteScreenshot',
        summary: 'Delete a finished screenshot',
        description:
          'A capture that is not finished yet is a conflict. Of a check of it the result stays and the diff goes; the counters of ' +
          'its execution stay.',
        tags,
        params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
        response: { 204: Type.Null({ description: 'It is deleted.' }) },
      },
      config: { problems: ['conflict'] },
    },
    async (request, reply) => {
      await deleteScreenshot(request.ctx, { screenshotId: request.params.screenshotId });
      return reply.code(204).send(null);
    },
  );
}
