import { ApiKey, CreateApiKeyBody, CreatedApiKey, Id, nouns, RotateApiKeyBody } from '@shotclock/contracts';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { expiryRule } from '../../validation/rules.ts';

const { group, scope } = nouns.apiKeys;
const tags = [group];
const params = Type.Object({ id: Id('Key ID.') });
/** When a key is created, the response that is stored for repeated requests omits the key. */
const creation = { scope, secretField: 'key' } as const;

export function apiKeyRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  const sendCreated = (reply: FastifyReply, created: CreatedApiKey) =>
    reply.code(201).header('location', `${publicUrl()}/api/v1/api-keys/${created.id}`).send(created);

  listRoute(app, '/api/v1/api-keys', {
    noun: nouns.apiKeys,
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      "Returns the account's keys, including those that were revoked or expired in the last 90 days. The default account's keys can " +
      'read the keys of all accounts.',
    read: ({ ctx }, input) => listApiKeys(ctx, input),
  });

  app.post(
    '/api/v1/api-keys',
    {
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description:
          "The response contains the key. It is not stored and cannot be retrieved again. The default account's keys can create keys for " +
          'any account. The number of valid keys per account is limited.',
        tags,
        body: CreateApiKeyBody,
        response: { 201: CreatedApiKey },
      },
      config: {
        ...creation,
        responseHeaders: ['Location'],
        rules: [expiryRule],
        problems: ['not_found', 'conflict'],
      },
    },
    async (request, reply) => sendCreated(reply, await createApiKey(request.ctx, request.body)),
  );

  app.get(
    '/api/v1/api-keys/:id',
    {
      schema: {
        operationId: 'getApiKey',
        summary: 'Get an API key',
        description: 'Returns a key without its secret part.',
        tags,
        params,
        response: { 200: ApiKey },
      },
      config: { scope },
    },
    async (request) => getApiKey(request.ctx, { keyId: request.params.id }),
  );

  app.post(
    '/api/v1/api-keys/:id/rotate',
    {
      schema: {
        operationId: 'rotateApiKey',
        summary: 'Rotate an API key',
        description:
          'Creates a key with the same account, name, scopes and expiry. The previous key remains valid for `overlapSeconds`, so ' +
          'that clients can switch to the new one. A key can be rotated only once, and not by a key that expires earlier.',
        tags,
        params,
        body: RotateApiKeyBody,
        response: { 201: CreatedApiKey },
      },
      config: { ...creation, responseHeaders: ['Location'], problems: ['conflict'] },
    },
    async (request, reply) =>
      sendCreated(reply, await rotateApiKey(request.ctx, { keyId: request.params.id, ...request.body })),
  );

  app.delete(
    '/api/v1/api-keys/:id',
    {
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'All further requests with the key are rejected. The key remains in the list for 90 days.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The key was revoked.' }) },
      },
      config: { scope },
    },
    async (request, reply) => {
      await revokeApiKey(request.ctx, { keyId: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
