import {
  ContentCheck,
  ContentCheckBody,
  ContentCheckStatus,
  contentCheckExpansions,
  Id,
  imageVariantFields,
  limits,
  nouns,
  VariantFormat,
} from '@shotclock/contracts';
import {
  acceptLook,
  CoreError,
  createContentCheck,
  findChangeImage,
  findDiff,
  findDiffImage,
  getContentCheck,
  listContentChecks,
  markCheckSeen,
  revokeAcceptance,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { preferredFormat, varyByAccept } from '../../http/preferred-format.ts';
import { listRoute } from '../../list-route.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { redirectResponse } from '../../openapi/redirect-response.ts';
import { awaitResult, preferHeaders, type WaitingDependencies } from '../../responses/await-result.ts';
import { sendStored } from '../../responses/send-artifact.ts';
import { variantContent } from '../../responses/variant-content.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import { linkFields } from '../../validation/link-query.ts';
import { scheduleFilter, urlFilter, urlPartFilter } from '../../validation/list-filters.ts';
import { Query } from '../../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';
import { captureRule, comparisonRule } from '../../validation/rules.ts';
import { recordTagFilter, tagFilterOf, tagRule } from '../../validation/tag-filter.ts';

const tags = [nouns.contentChecks.group];
const params = Type.Object({ id: Id('Content-change check ID.') });

const changeImages = {
  baseline: {
    operationId: 'getContentCheckBaselineChange',
    summary: 'Get the image of the area that changed, before the change',
    description:
      'Returns the part of the baseline that shows `changedArea` with a margin of at least 80 pixels, and at least 600 × 400 pixels. ' +
      'Neither exceeds the image. The part is scaled down to a width of 1,200 pixels and then cropped to a height of 1,600. Without ' +
      '`format` or an image format in `Accept`, it has the format of the screenshot. Returns 409 while the check is pending, and 404 ' +
      'if the check has no changed area or the image was deleted.',
  },
  current: {
    operationId: 'getContentCheckCurrentChange',
    summary: 'Get the image of the area that changed, after the change',
    description:
      'Returns the part of the checked screenshot that shows `changedArea`, like the image before the change.',
  },
} as const;

export function contentChangeRoutes(app: Api, deps: WaitingDependencies): void {
  const { delivery, egressAllow, publicUrl } = deps;

  app.post(
    '/api/v1/content-changes',
    {
      schema: {
        operationId: 'createContentCheck',
        summary: 'Create a content-change check',
        description:
          'Captures a page and compares it with its baseline: the last successful check of the same target, or the screenshot ' +
          'in `baselineScreenshotId`, which also requires the `read` scope. The first check of a target sets the baseline and is never `changed`. The price is ' +
          'debited when the check is created, and refunded if the check fails. The request waits for the result like ' +
          '`POST /screenshots`.',
        tags,
        headers: preferHeaders,
        body: ContentCheckBody,
        response: { 201: ContentCheck, 202: ContentCheck },
      },
      config: {
        responseHeaders: ['Location', 'Preference-Applied'],
        rules: [captureRule(egressAllow), comparisonRule],
        problems: ['url_not_allowed', 'insufficient_credits', 'conflict', 'rate_limited'],
      },
    },
    async (request, reply) => {
      const { ctx, identity } = request;
      // The read scope is required because the diff shows the baseline.
      if (request.body.baselineScreenshotId != null && !identity.scopes.includes('read'))
        throw new CoreError(
          'forbidden',
          'baselineScreenshotId also requires an API key with the scope "read".',
        );
      const { check, screenshotId } = await createContentCheck(ctx, request.body);
      const { resource, finished } = await awaitResult(deps, reply, {
        location: `${publicUrl()}/api/v1/content-changes/${check.id}`,
        screenshotId,
        created: check,
        read: () => getContentCheck(ctx, { checkId: check.id }),
        isFinished: ({ status }) => status !== 'PENDING',
      });
      return reply.code(finished ? 201 : 202).send(resource);
    },
  );

  listRoute(app, '/api/v1/content-changes', {
    noun: nouns.contentChecks,
    operationId: 'listContentChecks',
    summary: 'List content-change checks',
    description:
      'Returns manual and scheduled checks, pending and finished. Filters are combined with AND. The period (`from`, ' +
      '`to`) applies to `createdAt`.',
    filters: {
      ...periodQueryFields,
      status: Type.Optional(ContentCheckStatus),
      changed: Type.Optional(
        Type.Boolean({ description: 'Only checks that found a change (true) or no change (false).' }),
      ),
      url: urlFilter,
      urlContains: urlPartFilter,
      screenshotId: Type.Optional(Id('Only the check of this screenshot.')),
      scheduleId: scheduleFilter,
      executionId: Type.Optional(Id("Only checks of this execution's captures.")),
      tag: recordTagFilter,
      seen: Type.Optional(
        Type.Boolean({
          description: 'Only checks that were marked as seen (true) or that were not (false).',
        }),
      ),
    },
    rules: [periodRule, tagRule],
    expansions: contentCheckExpansions,
    read: ({ ctx }, input) => listContentChecks(ctx, { ...input, ...periodOf(input), ...tagFilterOf(input) }),
  });

  app.get(
    '/api/v1/content-changes/:id',
    {
      schema: {
        operationId: 'getContentCheck',
        summary: 'Get a content-change check',
        description: 'Includes the result when the check is finished.',
        tags,
        params,
        querystring: Query({ expand: expandField(contentCheckExpansions) }),
        response: { 200: ContentCheck },
      },
      config: { rules: [expandRule(contentCheckExpansions)] },
    },
    async (request) =>
      getContentCheck(request.ctx, {
        checkId: request.params.id,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.post(
    '/api/v1/content-changes/:id/seen',
    {
      schema: {
        operationId: 'markContentCheckSeen',
        summary: 'Mark a content-change check as seen',
        description:
          'Returns the check with its changes. If the check is already marked as seen, the time does not change.',
        tags,
        params,
        response: { 200: ContentCheck },
      },
    },
    async (request) => markCheckSeen(request.ctx, { checkId: request.params.id }),
  );

  app.post(
    '/api/v1/content-changes/:id/accept',
    {
      schema: {
        operationId: 'acceptContentCheck',
        summary: 'Accept the look of a content-change check',
        description:
          'Later checks of the same target know this look in addition to their baseline: differences that it shows in the same place do not count. The look remains known after ' +
          'the deletion of its screenshot. Returns the check with its changes. Returns 409 while the check is pending, if it failed, its change was not confirmed or it has conditions, ' +
          `and if ${limits.acceptedLooks} looks of the target are accepted.`,
        tags,
        params,
        response: { 200: ContentCheck },
      },
      config: { problems: ['conflict'] },
    },
    async (request) => acceptLook(request.ctx, { checkId: request.params.id }),
  );

  app.delete(
    '/api/v1/content-changes/:id/accept',
    {
      schema: {
        operationId: 'revokeAcceptance',
        summary: 'Revoke the acceptance of a look',
        description: 'Later checks no longer know the look of this check. Its results do not change.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The look is not accepted.' }) },
      },
    },
    async (request, reply) => {
      await revokeAcceptance(request.ctx, { checkId: request.params.id });
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/v1/content-changes/:id/diff',
    {
      schema: {
        operationId: 'getContentCheckDiff',
        summary: 'Get the diff of a content-change check',
        description:
          'Returns the faded capture with marked differences for a visual check, and a unified diff for a text or HTML ' +
          'check. `width`, `height` and `format` select another size or format for the image, as in `GET /screenshots/{id}/image`. ' +
          'Returns 409 while the check is pending, and 404 if nothing differs or the capture was deleted.',
        tags,
        params,
        querystring: Query({ ...imageVariantFields, ...linkFields }),
        response: {
          200: {
            description: 'The stored diff.',
            content: {
              ...variantContent,
              'text/plain': { schema: Binary('text/plain') },
            },
          },
          302: redirectResponse,
        },
      },
      config: { signedLink: true, problems: ['conflict', 'rate_limited'] },
    },
    async (request, reply) => {
      const { ctx } = request;
      const { id } = request.params;
      const { width = null, height = null } = request.query;
      const format = request.query.format ?? null;
      // Without parameters, the stored diff is sent, regardless of which formats the client accepts.
      const isStored = format === null && width === null && height === null;
      if (!isStored && format === null) varyByAccept(reply);
      const preferred = format === null ? preferredFormat(request.headers.accept) : null;
      const diff = isStored
        ? await findDiff(ctx, { checkId: id })
        : await findDiffImage(ctx, { checkId: id, format, preferred, width, height });
      const [type, subtype] = diff.contentType.split('/');
      const extension = type === 'image' ? subtype : 'txt';
      return sendStored(reply, { ctx, delivery }, diff, `content-change-${id}.${extension}`);
    },
  );

  for (const side of ['baseline', 'current'] as const)
    app.get(
      `/api/v1/content-changes/:id/change/${side}`,
      {
        schema: {
          ...changeImages[side],
          tags,
          params,
          querystring: Query({ format: Type.Optional(VariantFormat), ...linkFields }),
          response: {
            200: { description: 'The image.', content: variantContent },
            302: redirectResponse,
          },
        },
        config: { signedLink: true, problems: ['conflict', 'rate_limited'] },
      },
      async (request, reply) => {
        const { ctx } = request;
        const checkId = request.params.id;
        const format = request.query.format ?? null;
        if (format === null) varyByAccept(reply);
        const preferred = format === null ? preferredFormat(request.headers.accept) : null;
        const image = await findChangeImage(ctx, { checkId, side, format, preferred });
        const extension = image.contentType.slice('image/'.length);
        return sendStored(reply, { ctx, delivery }, image, `content-change-${checkId}-${side}.${extension}`);
      },
    );
}
