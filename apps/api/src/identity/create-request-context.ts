import type { AuditContext, Identity } from '@shotclock/core';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { clientAddress } from '../http/client-address.ts';
import { conversionClients } from '../limits/link-limit.ts';
import type { RequestContext } from '../request-context.ts';

/** Sets `request.ctx` based on the identity of the request. */
export function setRequestContext({
  coreContext,
}: Pick<ApiDependencies, 'coreContext'>): onRequestHookHandler {
  return (request, _reply, done) => {
    request.ctx = createRequestContext(request, request.identity, coreContext());
    done();
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body field that contains the changes. Default: the body itself. */
    auditedField?: string;
  }
}

/** The context of a request that acts for an identity. */
export function createRequestContext(
  request: FastifyRequest,
  identity: Identity,
  core: ReturnType<ApiDependencies['coreContext']>,
): RequestContext {
  const { accountId, managesAllAccounts } = identity;
  const { id: requestId, log: logger, method, span } = request;
  const audit = method === 'GET' || method === 'HEAD' ? null : auditOf(request, identity);
  const keyExpiresAt = identity.apiKey?.expiresAt ?? null;
  return {
    ...core,
    accountId,
    managesAllAccounts,
    keyExpiresAt,
    audit,
    logger,
    requestId,
    ...(span && { traceParent: span.traceParent }),
    conversionClients: conversionClients(request),
  };
}

function auditOf(request: FastifyRequest, { apiKey, session }: Identity): AuditContext {
  return {
    actor: session ? 'SESSION' : apiKey ? 'API_KEY' : 'ANONYMOUS',
    apiKeyId: apiKey?.id ?? null,
    sessionId: session?.id ?? null,
    action: operationOf(request),
    fields: () => fieldNames(auditedPart(request)),
    clientAddress: clientAddress(request),
    requestId: request.id,
  };
}

/** The operation ID in the OpenAPI document. Every route that this function receives has one. */
function operationOf({ routeOptions }: FastifyRequest): string {
  const { operationId } = routeOptions.schema as { operationId?: string };
  if (operationId === undefined) throw new TypeError(`${routeOptions.url} has no operationId`);
  return operationId;
}

function auditedPart({ body, routeOptions }: FastifyRequest): unknown {
  const { auditedField } = routeOptions.config;
  return auditedField === undefined ? body : (body as Record<string, unknown>)[auditedField];
}

/** The field names of a valid body. The schema defines them, so they cannot contain arbitrary text. */
const fieldNames = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
