import { CreateTimeLapseBody, Id, nouns, TimeLapse } from '@shotclock/contracts';
import {
  createTimeLapse,
  deleteTimeLapse,
  findTimeLapseImage,
  getTimeLapse,
  listTimeLapses,
  unfinishedRetrySeconds,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { rangeHeaders, rangeResponse } from '../../http/image-ranges.ts';
import { listRoute } from '../../list-route.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { redirectResponse } from '../../openapi/redirect-response.ts';
import { sendStored } from '../../responses/send-artifact.ts';
import { linkQuery } from '../../validation/link-query.ts';
import { timeLapseRule } from '../../validation/rules.ts';

const tags = [nouns.timeLapses.group];
const params = Type.Object({ id: Id('Time-lapse ID.') });
const itemParams = Type.Object({ itemId: Id('Item ID.') });
const content = { 'image/webp': { schema: Binary('image/webp') } };
const StartedTimeLapse = Type.Unsafe<TimeLapse>({
  ...TimeLapse,
  description: 'The time-lapse, which is waiting for a worker.',
  examples: [
    {
      ...TimeLapse.examples[0],
      ...{ status: 'PENDING', progress: 0, captures: null, frames: null, bytes: null, completedAt: null },
    },
  ],
});

export function timeLapseRoutes(app: Api, { delivery, publicUrl }: ApiDependencies): void {
  app.post(
    '/api/v1/items/:itemId/time-lapse',
    {
      schema: {
        operationId: 'createTimeLapse',
        summary: 'Create a time-lapse',
        description:
          'Creates an animated WebP from the successful captures of an item in a period, even if the item is deleted. A worker creates it, and its progress can be read at the URL in `Location`. It shows up to 300 captures (244 at a width of 640, 61 at 1,280), spread evenly ' +
          'over the period. A page that is taller than twice its width is cropped at the bottom. The time-lapse counts toward the stored bytes of the account. It is ' +
          'deleted with `DELETE`, or by retention when its captures are. An account can have at most 1,000 time-lapses, of which 5 can be ' +
          'unfinished. Requires a key with the `read` and `write` scopes.',
        tags,
        params: itemParams,
        body: CreateTimeLapseBody,
        response: { 202: StartedTimeLapse },
      },
      config: {
        // The response contains a link that grants access to the image.
        scope: ['read', 'write'],
        rules: [timeLapseRule],
        problems: ['conflict', 'rate_limited'],
        responseHeaders: ['Location'],
      },
    },
    async (request, reply) => {
      const { itemId } = request.params;
      const timeLapse = await createTimeLapse(request.ctx, { itemId, request: request.body });
      return reply
        .code(202)
        .header('location', `${publicUrl()}/api/v1/time-lapses/${timeLapse.id}`)
        .header('retry-after', String(unfinishedRetrySeconds))
        .send(timeLapse);
    },
  );

  listRoute(app, '/api/v1/items/:itemId/time-lapses', {
    noun: nouns.timeLapses,
    operationId: 'listTimeLapses',
    summary: 'List the time-lapses of an item',
    description:
      'Returns finished and unfinished time-lapses with their progress, even if the item is deleted.',
    params: itemParams,
    read: ({ ctx }, input) => listTimeLapses(ctx, input),
  });

  app.get(
    '/api/v1/time-lapses/:id',
    {
      schema: {
        operationId: 'getTimeLapse',
        summary: 'Get a time-lapse',
        description: 'Returns a finished or unfinished time-lapse with its progress.',
        tags,
        params,
        response: { 200: TimeLapse },
      },
    },
    async (request) => getTimeLapse(request.ctx, { timeLapseId: request.params.id }),
  );

  app.get(
    '/api/v1/time-lapses/:id/image',
    {
      schema: {
        operationId: 'getTimeLapseImage',
        summary: 'Get the image of a time-lapse',
        description:
          'Returns the animated WebP. Returns 409 while the time-lapse is not finished, and 404 with the reason if it failed.',
        tags,
        params,
        querystring: linkQuery,
        headers: rangeHeaders,
        response: {
          200: { description: 'The image.', content },
          206: rangeResponse(content),
          302: redirectResponse,
        },
      },
      config: {
        signedLink: true,
        problems: ['conflict', 'range_not_satisfiable'],
        responseHeaders: ['Accept-Ranges'],
      },
    },
    async (request, reply) => {
      const { ctx } = request;
      const { id } = request.params;
      const image = await findTimeLapseImage(ctx, { timeLapseId: id });
      return sendStored(reply, { ctx, delivery }, image, `time-lapse-${id}.webp`);
    },
  );

  app.delete(
    '/api/v1/time-lapses/:id',
    {
      schema: {
        operationId: 'deleteTimeLapse',
        summary: 'Delete a time-lapse',
        description: 'Deletes a time-lapse and its image. An unfinished time-lapse is canceled.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The time-lapse was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteTimeLapse(request.ctx, { timeLapseId: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
