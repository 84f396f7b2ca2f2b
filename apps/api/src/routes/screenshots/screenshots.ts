import {
  CaptureRequestBody,
  ExpandedScreenshot,
  Id,
  type Screenshot,
  screenshotExpansions,
} from '@shotclock/contracts';
import {
  CoreError,
  cancelScreenshot,
  createScreenshot,
  deleteScreenshot,
  findArtifact,
  getScreenshot,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { awaitResult, preferHeaders, type WaitingDependencies } from '../../responses/await-result.ts';
import { sendArtifact } from '../../responses/send-artifact.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import { Query } from '../../validation/page-query.ts';
import { captureRule } from '../../validation/rules.ts';

const tags = ['Screenshots'];
const Unfinished = Type.Unsafe<Screenshot>({
  ...ExpandedScreenshot,
  description: 'The capture is not finished. `Location` is the URL of the screenshot.',
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
const Cancelled = Type.Unsafe<Screenshot>({
  ...ExpandedScreenshot,
  description: 'The canceled screenshot.',
  examples: [
    {
      ...ExpandedScreenshot.examples[0],
      status: 'FAILED',
      description: 'The capture was canceled.',
      scheduleExecutionId: null,
      scheduleItemId: null,
    },
  ],
});
const finished = {
  description: 'The finished screenshot, or its image if `responseType` is `image`.',
  content: {
    'application/json': { schema: ExpandedScreenshot },
    'image/png': { schema: Binary('image/png') },
    'image/jpeg': { schema: Binary('image/jpeg') },
  },
};
const isFinished = ({ status }: Screenshot) => status === 'SUCCESS' || status === 'FAILED';

export function screenshotRoutes(app: Api, deps: WaitingDependencies): void {
  const { delivery, egressAllow, publicUrl } = deps;

  app.post(
    '/api/v1/screenshots',
    {
      schema: {
        operationId: 'createScreenshot',
        summary: 'Create a screenshot',
        description:
          'Captures a page now and waits for the result for 60 seconds, or for the time in `Prefer: wait=N` (at most 120 seconds). ' +
          'Returns 202 with `Location` if the capture is not finished by then; immediately with `Prefer: respond-async`, or if too many ' +
          'requests are already waiting for results. With ' +
          '`responseType: image`, the response is the image itself, or 409 with the reason if the capture failed.',
        tags,
        headers: preferHeaders,
        body: CaptureRequestBody,
        response: { 201: finished, 202: Unfinished },
      },
      config: {
        rules: [captureRule(egressAllow)],
        problems: ['url_not_allowed', 'conflict', 'rate_limited'],
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
      return sendArtifact(reply.code(201), { ctx, delivery }, image, target);
    },
  );

  app.get(
    '/api/v1/screenshots/:screenshotId',
    {
      schema: {
        operationId: 'getScreenshot',
        summary: 'Get a screenshot',
        description:
          'Returns a manual or scheduled screenshot, finished or not. `expand=capture` adds details of the capture and the ' +
          'SHA-256 hashes of its artifacts, `expand=options` the options that differ from their defaults, and `expand=failureImage` the URL of the page image of a failed capture.',
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

  app.post(
    '/api/v1/screenshots/:screenshotId/cancel',
    {
      schema: {
        operationId: 'cancelScreenshot',
        summary: 'Cancel a capture',
        description:
          'Cancels a waiting or running capture. The screenshot is FAILED immediately, with the failure code `cancelled`, and requests that ' +
          'wait for it return. Its content-change check fails and its price is refunded. Returns 409 if the capture has already finished ' +
          'or was canceled.',
        tags,
        params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
        response: { 200: Cancelled },
      },
      config: { problems: ['conflict'] },
    },
    async (request) => cancelScreenshot(request.ctx, { screenshotId: request.params.screenshotId }),
  );

  app.delete(
    '/api/v1/screenshots/:screenshotId',
    {
      schema: {
        operationId: 'deleteScreenshot',
        summary: 'Delete a screenshot',
        description:
          'Deletes a screenshot and its artifacts. A waiting or running capture is canceled first, and its execution counts it as ' +
          'failed. The result of its content-change check and the counters of its execution remain; the diff of the check is deleted.',
        tags,
        params: Type.Object({ screenshotId: Id('Screenshot ID.') }),
        response: { 204: Type.Null({ description: 'The screenshot was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteScreenshot(request.ctx, { screenshotId: request.params.screenshotId });
      return reply.code(204).send(null);
    },
  );
}
