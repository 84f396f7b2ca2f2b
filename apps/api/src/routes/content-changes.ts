import {
  ContentCheck,
  ContentCheckBody,
  ContentCheckStatus,
  Id,
  Page,
  sortFields,
} from '@shotclock/contracts';
import { createContentCheck, findDiff, getContentCheck, listContentChecks } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { Bytes } from '../openapi/bytes.ts';
import { redirected } from '../openapi/redirected.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';
import { periodOf, periodQueryFields, periodRule } from '../validation/period.ts';
import { captureRule, comparisonRule } from '../validation/rules.ts';
import { urlFilter } from '../validation/url-filter.ts';
import { awaitResult, preferHeaders } from './await-result.ts';
import { sendStored } from './send-artifact.ts';

const tags = ['Content changes'];
const params = Type.Object({ id: Id('Content-change check ID.') });
const fields = sortFields.contentChecks;

export function contentChangeRoutes(app: Api, deps: ApiDependencies): void {
  const { delivery, egressAllow, publicUrl } = deps;

  app.post(
    '/api/v1/content-changes',
    {
      schema: {
        operationId: 'createContentCheck',
        summary: 'Check a page for changes now',
        description:
          'Captures the page and compares it with the last successful check of the same target, or with the given ' +
          'screenshot. The first check sets the baseline. The price is debited at once and credited back when the check ' +
          'fails. Waits for the result like POST /screenshots.',
        tags,
        headers: preferHeaders,
        body: ContentCheckBody,
        response: { 201: ContentCheck, 202: ContentCheck },
      },
      config: {
        responseHeaders: ['Location', 'Preference-Applied'],
        rules: [captureRule('manual', egressAllow), comparisonRule],
        problems: ['url_not_allowed', 'insufficient_credits', 'conflict'],
      },
    },
    async (request, reply) => {
      const { ctx } = request;
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

  app.get(
    '/api/v1/content-changes',
    {
      schema: {
        operationId: 'listContentChecks',
        summary: 'List content-change checks',
        description:
          'Finished or not, by hand or by a schedule; filters go together. from and to bound createdAt.',
        tags,
        querystring: Query({
          ...pageFields(fields),
          ...periodQueryFields,
          status: Type.Optional(ContentCheckStatus),
          changed: Type.Optional(Type.Boolean({ description: 'Whether a change was found.' })),
          url: urlFilter,
          scheduleId: Type.Optional(Id('Schedule whose items were checked.')),
        }),
        response: { 200: Page(ContentCheck) },
      },
      config: { rules: [sortRule(fields), periodRule] },
    },
    async (request) => {
      const { status, changed, url, scheduleId } = request.query;
      return listContentChecks(request.ctx, {
        ...pageRequest(request.query, fields),
        ...periodOf(request.query),
        status: status ?? null,
        changed: changed ?? null,
        url: url ?? null,
        scheduleId: scheduleId ?? null,
      });
    },
  );

  app.get(
    '/api/v1/content-changes/:id',
    {
      schema: {
        operationId: 'getContentCheck',
        summary: 'Get a content-change check',
        description: 'With what it found, once it is finished.',
        tags,
        params,
        response: { 200: ContentCheck },
      },
    },
    async (request) => getContentCheck(request.ctx, { checkId: request.params.id }),
  );

  app.get(
    '/api/v1/content-changes/:id/diff',
    {
      schema: {
        operationId: 'getContentCheckDiff',
        summary: 'Get what differs, as an image or as text',
        description:
          'Of a visual check the capture, faded, with what differs marked; of a text or HTML check a unified diff. A conflict ' +
          'while the check is pending; not found when nothing differs, or once the capture is deleted.',
        tags,
        params,
        response: {
          200: {
            description: 'The bytes as they were stored.',
            content: {
              'image/png': { schema: Bytes('image/png') },
              'text/plain': { schema: Bytes('text/plain') },
            },
          },
          302: redirected,
        },
      },
      config: { problems: ['conflict'] },
    },
    async (request, reply) => {
      const { id } = request.params;
      const diff = await findDiff(request.ctx, { checkId: id });
      const extension = diff.contentType === 'image/png' ? 'png' : 'txt';
      return sendStored(reply, delivery, diff, `content-change-${id}.${extension}`);
    },
  );
}
