import {
  AlertRule,
  AlertRulePreview,
  CreateAlertRuleBody,
  Id,
  nouns,
  PreviewAlertRuleBody,
  UpdateAlertRuleBody,
} from '@shotclock/contracts';
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  previewAlertRule,
  updateAlertRule,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';

const tags = [nouns.alertRules.group];
const params = Type.Object({ id: Id('Rule ID.') });

export function alertRuleRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  listRoute(app, '/api/v1/alert-rules', {
    noun: nouns.alertRules,
    operationId: 'listAlertRules',
    summary: 'List alert rules',
    description: 'Returns the rules that send events to destinations.',
    read: ({ ctx }, input) => listAlertRules(ctx, input),
  });

  app.post(
    '/api/v1/alert-rules',
    {
      schema: {
        operationId: 'createAlertRule',
        summary: 'Create an alert rule',
        description:
          'From now on, each run that ends and each manual check that finds a change is compared with the rule. A run results in one message per destination.',
        tags,
        body: CreateAlertRuleBody,
        response: { 201: AlertRule },
      },
      config: { problems: ['conflict'], responseHeaders: ['Location'] },
    },
    async (request, reply) => {
      const rule = await createAlertRule(request.ctx, request.body);
      return reply.code(201).header('location', `${publicUrl()}/api/v1/alert-rules/${rule.id}`).send(rule);
    },
  );

  app.post(
    '/api/v1/alert-rules/preview',
    {
      schema: {
        operationId: 'previewAlertRule',
        summary: 'Preview the message of an alert rule',
        description:
          'Returns the message that a rule would have sent about the newest run or manual check that it matches. Only the last 20 runs are ' +
          'searched. If nothing matches, the message is about an invented sample. Nothing is created or sent.',
        tags,
        body: PreviewAlertRuleBody,
        response: { 200: AlertRulePreview },
      },
      config: {
        scope: 'read',
        // The request writes nothing, so no response has to be stored for a repeated request.
        idempotencyKey: false,
      },
    },
    async (request) => previewAlertRule(request.ctx, request.body),
  );

  app.get(
    '/api/v1/alert-rules/:id',
    {
      schema: {
        operationId: 'getAlertRule',
        summary: 'Get an alert rule',
        description: 'Returns a rule with its destinations.',
        tags,
        params,
        response: { 200: AlertRule },
      },
    },
    async (request) => getAlertRule(request.ctx, { ruleId: request.params.id }),
  );

  app.patch(
    '/api/v1/alert-rules/:id',
    {
      schema: {
        operationId: 'updateAlertRule',
        summary: 'Update an alert rule',
        description: 'Changes only the fields in the request. Messages that wait to be sent do not change.',
        tags,
        params,
        body: UpdateAlertRuleBody,
        response: { 200: AlertRule },
      },
    },
    async (request) => updateAlertRule(request.ctx, { ruleId: request.params.id, changes: request.body }),
  );

  app.delete(
    '/api/v1/alert-rules/:id',
    {
      schema: {
        operationId: 'deleteAlertRule',
        summary: 'Delete an alert rule',
        description: 'Cancels the pending deliveries of the rule. The log of deliveries remains.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The rule was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteAlertRule(request.ctx, { ruleId: request.params.id });
      return reply.code(204).send(null);
    },
  );
}
