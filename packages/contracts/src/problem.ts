import { type Static, Type } from '@sinclair/typebox';
import { StringEnum } from './schema.ts';

/** Every code an error answer may carry, with its status and title (decisions, section 2). */
export const problemCatalogue = {
  malformed_json: { status: 400, title: 'The body is not well-formed JSON' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  url_not_allowed: { status: 400, title: 'The URL may not be captured' },
  unauthorized: { status: 401, title: 'Authentication is required' },
  insufficient_credits: { status: 402, title: 'The balance is too low' },
  forbidden: { status: 403, title: 'The request is not permitted' },
  not_found: { status: 404, title: 'There is no such resource' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  conflict: { status: 409, title: 'The resource is in a state that does not allow this' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available now' },
} as const;
export type ProblemCode = keyof typeof problemCatalogue;

/** RFC 9457, with a code, the request's id, and every fault of an invalid input. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the page that explains the code: /problems/<code>.' }),
    title: Type.String({ description: 'What the code means, in a few words.' }),
    status: Type.Integer({ description: 'HTTP status of the answer.' }),
    detail: Type.String({ description: 'What happened to this request.' }),
    instance: Type.String({ description: 'Path and query of the request.' }),
    code: StringEnum(Object.keys(problemCatalogue) as ProblemCode[], {
      title: 'ProblemCode',
      description: 'What went wrong, for programs.',
    }),
    requestId: Type.String({ description: 'Id of the request, as in X-Request-Id and in the log.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({
              description: 'JSON Pointer (RFC 6901) into the body, or into the query or path values.',
            }),
            code: Type.String({ description: 'The rule that is broken.' }),
            message: Type.String({ description: 'The rule in words.' }),
          },
          {
            title: 'FieldError',
            additionalProperties: false,
            description: 'One thing that is wrong with a request.',
          },
        ),
        { description: 'Every fault of an invalid request.' },
      ),
    ),
  },
  { title: 'Problem', additionalProperties: false, description: 'RFC 9457 problem details.' },
);
export type Problem = Static<typeof Problem>;
