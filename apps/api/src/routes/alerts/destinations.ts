import {
  CreateDestinationBody,
  Destination,
  DestinationTest,
  DestinationWithSecret,
  Id,
  nouns,
  UpdateDestinationBody,
} from '@shotclock/contracts';
import {
  CoreError,
  createDestination,
  deleteDestination,
  getDestination,
  listDestinations,
  rotateDestinationSecret,
  testDestination,
  updateDestination,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import type { WaitingDependencies } from '../../responses/await-result.ts';
import { destinationChangeRule, destinationRule } from '../../validation/rules.ts';

const tags = [nouns.destinations.group];
const params = Type.Object({ id: Id('Destination ID.') });

export function destinationRoutes(app: Api, deps: WaitingDependencies): void {
  const { publicUrl, alertAllow, stopping, waitingRequests } = deps;

  listRoute(app, '/api/v1/destinations', {
    noun: nouns.destinations,
    operationId: 'listDestinations',
    summary: 'List destinations',
    description: 'Returns the receivers of alerts, without their addresses and secrets.',
    read: ({ ctx }, input) => listDestinations(ctx, input),
  });

  app.post(
    '/api/v1/destinations',
    {
      schema: {
        operationId: 'createDestination',
        summary: 'Create a destination',
        description:
          'Creates a receiver of alerts. The address and the secrets are stored encrypted; no response contains them, except for a generated ' +
          'secret in this response. Returns 409 if the server has no key that encrypts them (`SECRETS_KEYS`). Private addresses require ' +
          '`ALERT_ALLOW`.',
        tags,
        body: CreateDestinationBody,
        response: { 201: DestinationWithSecret },
      },
      // The response that is stored for repeated requests omits the secret.
      config: {
        secretField: 'secret',
        responseHeaders: ['Location'],
        rules: [destinationRule(alertAllow)],
        problems: ['conflict'],
      },
    },
    async (request, reply) => {
      const created = await createDestination(request.ctx, request.body);
      const location = `${publicUrl()}/api/v1/destinations/${created.id}`;
      return reply.code(201).header('location', location).send(created);
    },
  );

  app.get(
    '/api/v1/destinations/:id',
    {
      schema: {
        operationId: 'getDestination',
        summary: 'Get a destination',
        description: 'Returns a destination without its address and secrets.',
        tags,
        params,
        response: { 200: Destination },
      },
    },
    async (request) => getDestination(request.ctx, { destinationId: request.params.id }),
  );

  app.patch(
    '/api/v1/destinations/:id',
    {
      schema: {
        operationId: 'updateDestination',
        summary: 'Change a destination',
        description:
          'Omitted fields do not change. A new address or secret is used immediately; to replace a secret without interruption, rotate it. ' +
          'The kind cannot be changed.',
        tags,
        params,
        body: UpdateDestinationBody,
        response: { 200: Destination },
      },
      config: { rules: [destinationChangeRule(alertAllow)], problems: ['conflict'] },
    },
    async (request) => updateDestination(request.ctx, { destinationId: request.params.id, ...request.body }),
  );

  app.delete(
    '/api/v1/destinations/:id',
    {
      schema: {
        operationId: 'deleteDestination',
        summary: 'Delete a destination',
        description: 'Deletes a destination with its address and secrets.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The destination was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteDestination(request.ctx, { destinationId: request.params.id });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/destinations/:id/rotate-secret',
    {
      schema: {
        operationId: 'rotateDestinationSecret',
        summary: 'Rotate the secret of a destination',
        description:
          'Generates a new secret, which only this response contains. For 24 hours, messages have two signatures: one with the new secret and ' +
          'one with the previous one. Returns 409 if the previous rotation is less than 24 hours old.',
        tags,
        params,
        response: { 200: DestinationWithSecret },
      },
      config: { secretField: 'secret', problems: ['conflict'] },
    },
    async (request) => rotateDestinationSecret(request.ctx, { destinationId: request.params.id }),
  );

  app.post(
    '/api/v1/destinations/:id/test',
    {
      schema: {
        operationId: 'testDestination',
        summary: 'Send a test message',
        description:
          'Sends a message with a picture and returns what the receiver responded, within 15 seconds. Disabled destinations receive it as well. ' +
          "If pictures are links, the message links to the account's newest capture. Requires a key with the `read` and `write` scopes.",
        tags,
        params,
        response: { 200: DestinationTest },
      },
      // The read scope is required because the message can link to a capture.
      config: { scope: ['read', 'write'], problems: ['conflict', 'rate_limited'] },
    },
    async (request) => {
      const { accountId, limits } = request.ctx;
      const leave = waitingRequests.add(accountId, {
        perAccount: limits.maxWaitingRequestsPerAccount,
        total: limits.maxWaitingRequests,
      });
      if (!leave)
        throw new CoreError('rate_limited', 'Too many requests are waiting for results. Try again later.', {
          retryAfterSeconds: 5,
        });
      try {
        return await testDestination(request.ctx, { destinationId: request.params.id, signal: stopping });
      } finally {
        leave();
      }
    },
  );
}
