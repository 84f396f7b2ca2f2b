// The addresses of feeds. Feed readers do not send keys, so the token in the path grants access.
import { Id, JsonFeed, nouns } from '@shotclock/contracts';
import { findFeedPicture, readFeed } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { atomType, writeAtom } from '../../feeds/atom.ts';
import { jsonFeedType, writeJsonFeed } from '../../feeds/json-feed.ts';
import { sendFeed } from '../../feeds/send-feed.ts';
import { conversionClients } from '../../limits/link-limit.ts';
import { Binary } from '../../openapi/binary-schema.ts';
import { redirectResponse } from '../../openapi/redirect-response.ts';
import { sendStored } from '../../responses/send-artifact.ts';

const tags = [nouns.feeds.group];
const tokenField = {
  token: Type.String({
    description: 'The token of the feed.',
    examples: ['MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI'],
  }),
};
const config = { isPublic: true, problems: ['rate_limited'] } as const;

const formats = [
  {
    file: 'atom.xml',
    type: atomType,
    schema: Binary(atomType),
    write: writeAtom,
    operationId: 'getAtomFeed',
    summary: 'Get a feed as Atom',
  },
  {
    file: 'feed.json',
    type: jsonFeedType,
    schema: JsonFeed,
    write: writeJsonFeed,
    operationId: 'getJsonFeed',
    summary: 'Get a feed as JSON Feed',
  },
] as const;

export function sharedFeedRoutes(
  app: Api,
  { coreContext, delivery }: Pick<ApiDependencies, 'coreContext' | 'delivery'>,
): void {
  for (const { file, type, schema, write, operationId, summary } of formats)
    app.get(
      `/api/v1/shared-feeds/:token/${file}`,
      {
        schema: {
          operationId,
          summary,
          description:
            'Returns the newest 100 changes, newest first, with their pictures. Does not require an API key. Supports `If-None-Match` and `If-Modified-Since`.',
          tags,
          params: Type.Object(tokenField),
          response: {
            200: { description: 'The feed.', content: { [type]: { schema } } },
          },
        },
        config: { ...config, problems: [...config.problems] },
      },
      async (request, reply) => {
        const feed = await readFeed(coreContext(), request.params);
        return sendFeed(reply, { body: write(feed), type, updated: feed.updated });
      },
    );

  app.get(
    '/api/v1/shared-feeds/:token/changes/:id/picture.jpg',
    {
      schema: {
        operationId: 'getFeedPicture',
        summary: 'Get the picture of a change in a feed',
        description:
          'Returns the area that changed, or the top of the page if no area is known. Does not require an API key. Returns 404 after the deletion of the feed or of the capture.',
        tags,
        params: Type.Object({ ...tokenField, id: Id('Content-change check ID.') }),
        response: {
          200: {
            description: 'The picture.',
            content: { 'image/jpeg': { schema: Binary('image/jpeg') } },
          },
          302: redirectResponse,
        },
      },
      config: { ...config, problems: [...config.problems, 'conflict'] },
    },
    async (request, reply) => {
      const ctx = {
        ...coreContext(),
        managesAllAccounts: false,
        audit: null,
        conversionClients: conversionClients(request),
      };
      const { token, id } = request.params;
      const picture = await findFeedPicture(ctx, { token, checkId: id });
      return sendStored(reply, { ctx, delivery }, picture, `content-change-${id}.jpg`);
    },
  );
}
