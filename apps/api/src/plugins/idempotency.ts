// Every POST route takes part without code of its own: the key is taken once the request is valid, the verb's transaction
// marks the key that request.ctx holds, and the response is stored just before it is sent (ADR 11, ADR 21).
import { Readable } from 'node:stream';
import { answerKey, readAnswerObject, takeKey } from '@shotclock/core';
import { type TObject, Type } from '@sinclair/typebox';
import type { FastifyReply, RouteOptions } from 'fastify';
import type { Api } from '../api-instance.ts';
import { IdempotencyKey, idempotencyKeyHeader, idempotencyKeyRule } from '../validation/idempotency-key.ts';
import { requestFingerprint } from './request-fingerprint.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** SHA-256 of the stored object that is streamed as the body. */
    sentObject: string | null;
  }
}

type Answer = Extract<Awaited<ReturnType<typeof takeKey>>, { state: 'answered' }>['answer'];

/** What a replay repeats of the first answer's headers; the others belong to one exchange. */
const keptHeaders = [
  ...['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options'],
  ...['location', 'preference-applied', 'etag', 'cache-control', 'retry-after'],
];

/** Register before validation, whose rules it extends. POST routes have a request context. */
export function registerIdempotency(app: Api): void {
  app.decorateReply('sentObject', null);
  app.addHook('onRoute', takePart);

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers[idempotencyKeyHeader];
    if (request.method !== 'POST' || typeof key !== 'string') return;
    const taken = await takeKey(request.ctx, { key, fingerprint: requestFingerprint(request) });
    if (taken.state === 'answered') return replay(reply, taken.answer);
    request.ctx = { ...request.ctx, heldKey: taken.hold };
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // A request that an earlier hook refused has no context.
    const hold = request.ctx?.heldKey;
    if (!hold) return;
    const answer = { status: reply.statusCode, headers: keptHeadersOf(reply), body: bodyOf(reply, payload) };
    try {
      await answerKey(request.ctx, { hold, ...answer });
    } catch (error) {
      // Who waits gets the true answer; who asks again is told that it is not known any more.
      request.log.warn({ err: error }, 'the answer to an idempotency key could not be stored');
    }
  });
}

/** Every POST route: its header is held against the rule, and documented with its problems. */
function takePart(route: RouteOptions): void {
  if (![route.method].flat().includes('POST')) return;
  const headers = route.schema?.headers as TObject | undefined;
  route.schema = {
    ...route.schema,
    headers: Type.Object({ ...headers?.properties, [idempotencyKeyHeader]: IdempotencyKey }),
  };
  const { rules = [], problems = [], responseHeaders = [] } = route.config ?? {};
  route.config = {
    ...route.config,
    rules: [...rules, idempotencyKeyRule],
    problems: [...new Set([...problems, 'conflict' as const, 'idempotency_key_reused' as const])],
    responseHeaders: [...responseHeaders, 'Idempotency-Replayed'],
  };
}

async function replay(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const object =
    'object' in answer.body
      ? await readAnswerObject(reply.request.ctx, { sha256: answer.body.object })
      : null;
  reply.code(answer.status).headers(answer.headers).header('idempotency-replayed', 'true');
  if (object) return reply.header('content-length', String(object.size)).send(object.stream);
  const text = 'text' in answer.body ? answer.body.text : '';
  // As bytes, so that it is sent as it was and not written anew.
  return text === '' ? reply.send() : reply.send(Buffer.from(text));
}

function keptHeadersOf(reply: FastifyReply): Record<string, string> {
  const sent = reply.getHeaders();
  return Object.fromEntries(
    keptHeaders.filter((name) => sent[name] !== undefined).map((name) => [name, String(sent[name])]),
  );
}

function bodyOf(reply: FastifyReply, payload: unknown): Answer['body'] | null {
  if (payload === undefined || payload === null) return { text: '' };
  if (typeof payload === 'string') return { text: payload };
  if (Buffer.isBuffer(payload)) return { text: payload.toString('utf8') };
  return payload instanceof Readable && reply.sentObject !== null ? { object: reply.sentObject } : null;
}
