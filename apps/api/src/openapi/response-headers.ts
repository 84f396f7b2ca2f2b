import type { FastifySchema } from 'fastify';

/** Every header of an answer that a consumer may rely on. */
const described = {
  'X-Request-Id': {
    type: 'string',
    description: 'Id of the request, as in problems and in the log: the one that was sent, else a new one.',
    examples: ['0b0f2e6c-2f1c-4f7a-9d59-6f3f1d9b8a11'],
  },
  Location: {
    type: 'string',
    description: 'Address of the resource.',
    examples: ['http://127.0.0.1:3000/api/v1/screenshots/1'],
  },
  'Retry-After': {
    type: 'integer',
    minimum: 0,
    description: 'Seconds after which to try again, where waiting may help.',
    examples: [5],
  },
  ETag: {
    type: 'string',
    description: 'Version of what is answered, for If-None-Match.',
    examples: ['"9f86d081884c7d65"'],
  },
  'Idempotency-Replayed': {
    type: 'string',
    enum: ['true'],
    description: 'The answer is a repetition of the one that this Idempotency-Key got before.',
    examples: ['true'],
  },
  'Preference-Applied': {
    type: 'string',
    description: 'What of Prefer was heeded (RFC 7240).',
    examples: ['wait=30'],
  },
} as const;

export type ResponseHeader = keyof typeof described;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Headers of this route's successes, beyond X-Request-Id. With ETag it also takes If-None-Match and answers 304. */
    responseHeaders?: ResponseHeader[];
  }
}

// No examples: the page would send them with every request that is tried out there.
const requestId = {
  type: 'string',
  description:
    "Your own id of the request, to lay your log beside the service's: up to 128 letters, digits and . _ : - " +
    '(anything else is ignored).',
};
const ifNoneMatch = {
  type: 'string',
  description: 'ETag of what you have: when it has not changed, the answer is 304 without a body.',
};

type ResponseSchemas = Record<string, { headers?: object; [keyword: string]: unknown }>;

/** The route's schema with the headers that it reads and sends. */
export function withHeaders(schema: FastifySchema, names: readonly ResponseHeader[]): FastifySchema {
  const isConditional = names.includes('ETag');
  const given = (schema.headers ?? {}) as { properties?: object };
  const unchanged = { type: 'null', description: 'What you have has not changed.' };
  const responses: ResponseSchemas = {
    ...(schema.response as ResponseSchemas),
    ...(isConditional ? { 304: unchanged } : {}),
  };
  return {
    ...schema,
    headers: {
      type: 'object',
      ...given,
      properties: {
        ...given.properties,
        ...(isConditional ? { 'If-None-Match': ifNoneMatch } : {}),
        'X-Request-Id': requestId,
      },
    },
    response: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        { ...response, headers: { ...headersAt(Number(status), names), ...response.headers } },
      ]),
    ),
  };
}

function headersAt(status: number, names: readonly ResponseHeader[]): Record<string, object> {
  const sent: ResponseHeader[] = ['X-Request-Id'];
  if (status === 409 || status === 429 || status === 503) sent.push('Retry-After');
  if (status < 300) sent.push(...names);
  if (status === 302) sent.push('Location', 'ETag');
  if (status === 304) sent.push('ETag');
  return Object.fromEntries(sent.map((name) => [name, described[name]]));
}
