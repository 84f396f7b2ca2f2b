// Applies to every POST route and to no other route, unless the route's config says otherwise. The key is claimed once
// the request has been validated, the verb's transaction marks the key in request.ctx, and the response is stored just
// before it is sent (ADR 11, ADR 21).
import { Readable } from 'node:stream';
import { acquireKey, completeKey, readResponseObject } from '@shotclock/core';
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { securityHeaders } from '../security-headers.ts';
import { IdempotencyKey, idempotencyKeyHeader, idempotencyKeyRule } from '../validation/idempotency-key.ts';
import { requestFingerprint } from './request-fingerprint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Response fields that are sent only once. The stored response, which is replayed for repeated requests, contains
     * null instead.
     */
    secretField?: string | readonly string[];
    /** False for POST routes that ignore `Idempotency-Key`; true for other routes that accept it. */
    idempotencyKey?: boolean;
  }
  interface FastifyReply {
    /** SHA-256 of the stored object that is streamed as the body. */
    sentObject: string | null;
  }
}

type StoredResponse = Extract<Awaited<ReturnType<typeof acquireKey>>, { state: 'completed' }>['response'];

/** The headers that are stored with a response. Other headers apply only to the original exchange. */
const storedHeaders = [
  ...['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options'],
  ...['cross-origin-resource-policy', 'referrer-policy'],
  ...['location', 'preference-applied', 'etag', 'cache-control', 'retry-after'],
];

export const takesKey = ({ method, config }: RouteOptions): boolean =>
  config?.idempotencyKey ?? [method].flat().includes('POST');

/** Claims the request's key, or sends the response that is stored for it. */
export async function useKey(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const key = request.headers[idempotencyKeyHeader];
  if (typeof key !== 'string') return;
  const acquired = await acquireKey(request.ctx, { key, fingerprint: requestFingerprint(request) });
  if (acquired.state === 'completed') return replay(reply, acquired.response);
  request.ctx = { ...request.ctx, heldKey: acquired.hold };
}

/** Stores the response so that repeated requests can receive it. */
export async function storeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  // A request that was rejected by an earlier hook has no context.
  const hold = request.ctx?.heldKey;
  if (!hold) return;
  const body = bodyOf(reply, withoutSecret(payload, request.routeOptions.config.secretField));
  const response = { status: reply.statusCode, headers: headersOf(reply), body };
  try {
    await completeKey(request.ctx, { hold, ...response });
  } catch (error) {
    // The client still receives this response. A repeated request receives a problem document that says that the
    // response was lost.
    request.log.warn({ err: error }, 'cannot store the response of a request with an idempotency key');
  }
}

/** The problems that a key can cause. */
const keyProblems = ['conflict', 'idempotency_key_reused', 'rate_limited'] as const;

/** Adds the header, its validation rule and its problems to a POST route. */
export function addKeyToRoute(route: RouteOptions): void {
  const headers = route.schema?.headers as TObject | undefined;
  route.schema = {
    ...route.schema,
    headers: Type.Object({ ...headers?.properties, [idempotencyKeyHeader]: IdempotencyKey }),
  };
  const { rules = [], problems = [], responseHeaders = [] } = route.config ?? {};
  route.config = {
    ...route.config,
    rules: [...rules, idempotencyKeyRule],
    problems: [...new Set([...problems, ...keyProblems])],
    responseHeaders: [...responseHeaders, 'Idempotency-Replayed'],
  };
}

async function replay(reply: FastifyReply, { status, headers, body }: StoredResponse): Promise<FastifyReply> {
  const object =
    'object' in body ? await readResponseObject(reply.request.ctx, { sha256: body.object }) : null;
  reply.code(status).headers(headers).header('idempotency-replayed', 'true');
  if (object) return reply.header('content-length', String(object.size)).send(object.stream);
  const text = 'text' in body ? body.text : '';
  // Sent as bytes, so that Fastify does not serialize the text again.
  return text === '' ? reply.send() : reply.send(Buffer.from(text));
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const sent = reply.getHeaders();
  return Object.fromEntries(
    storedHeaders
      .filter((name) => sent[name] !== undefined && sent[name] !== securityHeaders[name])
      .map((name) => [name, String(sent[name])]),
  );
}

function withoutSecret(payload: unknown, fields: string | readonly string[] = []): unknown {
  if (fields.length === 0 || typeof payload !== 'string') return payload;
  const body: object = JSON.parse(payload);
  const secret = [fields].flat().filter((field) => field in body);
  if (secret.length === 0) return payload;
  return JSON.stringify({ ...body, ...Object.fromEntries(secret.map((field) => [field, null])) });
}

/** The body to store; null if it is neither text nor a stored object. */
function bodyOf(reply: FastifyReply, payload: unknown): StoredResponse['body'] | null {
  if (payload === undefined || payload === null) return { text: '' };
  if (typeof payload === 'string') return { text: payload };
  if (Buffer.isBuffer(payload)) return { text: payload.toString('utf8') };
  return payload instanceof Readable && reply.sentObject !== null ? { object: reply.sentObject } : null;
}
