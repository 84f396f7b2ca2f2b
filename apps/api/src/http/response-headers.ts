import type { FastifySchema } from 'fastify';

/** The response headers that clients can rely on. */
const described = {
  'X-Request-Id': {
    type: 'string',
    description:
      'Request ID, also included in error responses and in the log: either the ID that the client sent or a generated one.',
    examples: ['0b0f2e6c-2f1c-4f7a-9d59-6f3f1d9b8a11'],
  },
  Location: {
    type: 'string',
    description: 'URL of the resource.',
    examples: ['http://127.0.0.1:3000/api/v1/screenshots/1'],
  },
  'Retry-After': {
    type: 'integer',
    minimum: 0,
    description:
      'Seconds to wait before a retry, if a retry can succeed. In a 202 response, seconds to wait before reading the result.',
    examples: [5],
  },
  ETag: {
    type: 'string',
    description: 'Version of the resource, for `If-None-Match` and `If-Match`.',
    examples: ['"9f86d081884c7d65"'],
  },
  'Accept-Post': {
    type: 'string',
    description: 'The accepted media types of a POST request body.',
    examples: ['application/json'],
  },
  'Accept-Patch': {
    type: 'string',
    description: 'The accepted media types of a PATCH request body.',
    examples: ['application/json, application/merge-patch+json'],
  },
  'Accept-Encoding': {
    type: 'string',
    description: 'The supported content codings. Sent if the request body has an unsupported coding.',
    examples: ['br, zstd, gzip, deflate'],
  },
  'Accept-Ranges': {
    type: 'string',
    enum: ['bytes'],
    description: 'Byte ranges of the image can be requested with `Range`.',
    examples: ['bytes'],
  },
  'Content-Range': {
    type: 'string',
    description: 'The byte range in the response, and the total size of the image.',
    examples: ['bytes 0-1023/212571'],
  },
  'Idempotency-Replayed': {
    type: 'string',
    enum: ['true'],
    description: 'The response is the stored response to an earlier request with the same `Idempotency-Key`.',
    examples: ['true'],
  },
  'Queue-Position': {
    type: 'integer',
    minimum: 0,
    description:
      'Estimated number of captures that start before this one in the fair release order, if no other captures are ' +
      'requested. Running captures are not counted. For a run, the position of its first capture. Sent only while the capture ' +
      'is waiting, and not in replayed responses.',
    examples: [12],
  },
  RateLimit: {
    type: 'string',
    description:
      'With an API key: the number of requests that the key has left (`r`), and the seconds until its full quota is available again ' +
      '(`t`).',
    examples: ['"requests";r=598;t=42'],
  },
  'RateLimit-Policy': {
    type: 'string',
    description:
      'With an API key: the number of requests that a key may send (`q`) in a time window of `w` seconds.',
    examples: ['"requests";q=600;w=60'],
  },
  'Server-Timing': {
    type: 'string',
    description: 'Milliseconds from the arrival of the request to the response.',
    examples: ['total;dur=3.2'],
  },
  'Preference-Applied': {
    type: 'string',
    description: 'The preferences in `Prefer` that were applied (RFC 7240).',
    examples: ['wait=30'],
  },
} as const;

export type ResponseHeader = keyof typeof described;
export const describedHeaders = Object.keys(described);

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Headers of successful responses, apart from X-Request-Id. For a GET route, `ETag` also adds If-None-Match and a 304
     * response.
     */
    responseHeaders?: ResponseHeader[];
  }
}

// No examples, because the documentation page would send them with every request that a reader tries out.
const requestId = {
  type: 'string',
  description:
    'Your ID for the request, which appears in the response and in the log: up to 128 letters, digits and . _ : - ' +
    '(other values are ignored).',
};
const ifNoneMatch = {
  type: 'string',
  description:
    'ETag of the version that you have. If it has not changed, the response is 304 without a body.',
};

type ResponseSchemas = Record<string, { headers?: object; [keyword: string]: unknown }>;

const ifMatch = {
  type: 'string',
  description:
    'ETag of the version to change, from a GET request with the same path and query. If the resource has a ' +
    'different version, the response is 412 and nothing changes.',
};

/** Adds request and response headers to a route's schema. */
export function withHeaders(
  schema: FastifySchema,
  { method, names }: { method: string; names: readonly ResponseHeader[] },
): FastifySchema {
  const isConditional = method === 'GET' && names.includes('ETag');
  const given = (schema.headers ?? {}) as { properties?: object };
  const unchanged = { type: 'null', description: 'Not changed since the version in `If-None-Match`.' };
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
        ...(isConditional ? { 'If-None-Match': ifNoneMatch, 'If-Match': ifMatch } : {}),
        ...(method === 'PATCH' || method === 'DELETE' ? { 'If-Match': ifMatch } : {}),
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
  if (status === 429) sent.push('RateLimit', 'RateLimit-Policy');
  if (status === 202) sent.push('Queue-Position', 'Retry-After');
  if (status === 206 || status === 416) sent.push('Content-Range');
  if (status === 415) sent.push('Accept-Post', 'Accept-Patch', 'Accept-Encoding');
  if (status === 302) sent.push('Location', 'ETag');
  if (status === 304) sent.push('ETag');
  return Object.fromEntries(sent.map((name) => [name, described[name]]));
}
