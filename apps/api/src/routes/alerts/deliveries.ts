import {
  Delivery,
  DeliveryDetails,
  DeliveryStatus,
  DestinationKind,
  Id,
  nouns,
  RedeliverBody,
  Redelivered,
} from '@shotclock/contracts';
import { getDelivery, listDeliveries, redeliver, redeliverPeriod } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';

const tags = [nouns.deliveries.group];
const params = Type.Object({ id: Id('Delivery ID.') });

export function deliveryRoutes(app: Api): void {
  listRoute(app, '/api/v1/deliveries', {
    noun: nouns.deliveries,
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description:
      'Returns the messages of alert rules, pending and finished. Filters are combined with AND. The period (`from`, `to`) applies to `createdAt`.',
    filters: {
      ...periodQueryFields,
      status: Type.Optional(DeliveryStatus),
      alertRuleId: Type.Optional(Id('Only deliveries of this rule, which may be deleted.')),
      destinationId: Type.Optional(Id('Only deliveries to this destination, which may be deleted.')),
      destinationKind: Type.Optional(
        Type.Unsafe<DestinationKind>({
          ...DestinationKind,
          description: 'Only deliveries to existing destinations of this kind.',
        }),
      ),
      executionId: Type.Optional(Id('Only deliveries about this run.')),
    },
    rules: [periodRule],
    read: ({ ctx }, input) => listDeliveries(ctx, { ...input, ...periodOf(input) }),
  });

  app.get(
    '/api/v1/deliveries/:id',
    {
      schema: {
        operationId: 'getDelivery',
        summary: 'Get a delivery',
        description: 'Returns a delivery with its content and the log of its attempts.',
        tags,
        params,
        response: { 200: DeliveryDetails },
      },
    },
    async (request) => getDelivery(request.ctx, { deliveryId: request.params.id }),
  );

  app.post(
    '/api/v1/deliveries/:id/redeliver',
    {
      schema: {
        operationId: 'redeliverMessage',
        summary: 'Send a delivery again',
        description:
          'Sends the same message with the same ID, with up to eight attempts. The delivery must have ended.',
        tags,
        params,
        response: { 200: Delivery },
      },
      config: { problems: ['conflict'] },
    },
    async (request) => redeliver(request.ctx, { deliveryId: request.params.id }),
  );

  app.post(
    '/api/v1/deliveries/redeliver',
    {
      schema: {
        operationId: 'redeliverMessages',
        summary: 'Send the deliveries of a period again',
        description:
          'Sends messages to a destination again, for example those that failed before it was enabled again. They keep their IDs and contents.',
        tags,
        body: RedeliverBody,
        response: { 200: Redelivered },
      },
      config: { problems: ['conflict'] },
    },
    async (request) => redeliverPeriod(request.ctx, request.body),
  );
}
