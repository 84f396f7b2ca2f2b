import {
  AuditActor,
  AuditEntry,
  AuditedResource,
  auditExpansions,
  Id,
  sortFields,
} from '@shotclock/contracts';
import { listAuditLog } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { periodOf, periodQueryFields, periodRule } from '../../validation/period.ts';

export function auditLogRoutes(app: Api): void {
  listRoute(app, '/api/v1/audit-log', {
    noun: { group: 'Audit log', scope: 'admin', schema: AuditEntry, sortFields: sortFields.auditLog },
    operationId: 'listAuditLog',
    summary: 'List the audit log',
    description:
      'Returns the changes that requests and commands made: who made each change, when, and from where. A request has an entry for each ' +
      'resource that it changes, and for each transaction of a long cancellation. Changes by the system itself, such as scheduled runs, are ' +
      'not included. Filters are combined with AND. Keys of the default account can read the entries of all accounts, other keys only those ' +
      'of their own account.',
    filters: {
      ...periodQueryFields,
      action: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Only changes made by this operation.',
          examples: ['revokeApiKey'],
        }),
      ),
      actor: Type.Optional(AuditActor),
      apiKeyId: Type.Optional(Id('Only changes with this API key.')),
      resourceType: Type.Optional(AuditedResource),
      resourceId: Type.Optional(Id('Only changes to resources with this ID.')),
      accountId: Type.Optional(Id('Only changes to resources of this account.')),
    },
    rules: [periodRule],
    expansions: auditExpansions,
    read: ({ ctx }, input) => listAuditLog(ctx, { ...input, ...periodOf(input) }),
  });
}
