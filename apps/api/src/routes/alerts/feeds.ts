import { CreatedFeed, CreateFeedBody, Feed, Id, nouns } from '@shotclock/contracts';
import { createFeed, deleteFeed, getFeed, listFeeds } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';

const tags = [nouns.feeds.group];
const params = Type.Object({ id: Id('Feed ID.') });

export function feedRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  listRoute(app, '/api/v1/feeds', {
    noun: nouns.feeds,
    operationId: 'listFeeds',
    summary: 'List feeds',
    description: 'Returns the feeds of changes, without their addresses.',
    read: ({ ctx }, input) => listFeeds(ctx, input),
  });

  app.post(
    '/api/v1/feeds',
    {
      schema: {
        operationId: 'createFeed',
        summary: 'Create a feed',
        description:
          'Creates a feed of changes for feed readers. Anyone who has one of its addresses can read it, without an API key, until the feed is ' +
          'deleted. The addresses are not stored and cannot be retrieved again. Requires a key with the `read` and `write` scopes.',
        tags,
        body: CreateFeedBody,
        response: { 201: CreatedFeed },
      },
      config: {
        // The read scope is required because the addresses grant access to captures.
        scope: ['read', 'write'],
        secretField: ['atomUrl', 'jsonUrl'],
        responseHeaders: ['Location'],
        problems: ['conflict'],
      },
    },
    async (request, reply) => {
      const feed = await createFeed(request.ctx, request.body);
      return reply.code(201).header('location', `${publicUrl()}/api/v1/feeds/${feed.id}`).send(feed);
    },
  );

  app.get(
    '/api/v1/feeds/:id',
    {
      schema: {
        operationId: 'getFeed',
        summary: 'Get a feed',
        description: 'Returns a feed without its addresses.',
        tags,
        params,
        response: { 200: Feed },
      },
    },
    async (request) => getFeed(request.ctx, { feedId: request.params.id }),
  );

  app.delete(
    '/api/v1/feeds/:id',
    {
      schema: {
        operationId: 'deleteFeed',
        summary: 'Delete a feed',
        description: 'Its addresses and the links to its pictures stop working.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The feed was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteFeed(request.ctx, { feedId: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
