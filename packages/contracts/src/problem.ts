import { type Static, Type } from '@sinclair/typebox';
import { StringEnum } from './schema.ts';

/** The codes of problem documents, each with its HTTP status and title. */
export const problemCatalogue = {
  malformed_json: { status: 400, title: 'The body is not well-formed JSON' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  url_not_allowed: { status: 400, title: 'The URL may not be captured' },
  unauthorized: { status: 401, title: 'Authentication is required' },
  insufficient_credits: { status: 402, title: 'The balance is too low' },
  forbidden: { status: 403, title: 'The request is not permitted' },
  not_found: { status: 404, title: 'There is no such resource' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The resource is in a state that does not allow this' },
  precondition_failed: { status: 412, title: 'The resource has changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  range_not_satisfiable: { status: 416, title: 'The range is outside the image' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  not_implemented: { status: 501, title: 'The method is not known' },
  unavailable: { status: 503, title: 'The service is not available now' },
} as const;
export type ProblemCode = keyof typeof problemCatalogue;

/** An RFC 9457 problem document, extended by a code, the request ID and the validation errors. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URL of the page that explains the code: /problems/<code>.' }),
    title: Type.String({ description: 'Short summary of the code.' }),
    status: Type.Integer({ description: 'HTTP status of the response.' }),
    detail: Type.String({ description: 'Explanation of this occurrence.' }),
    instance: Type.String({ description: 'Path and query string of the request.' }),
    code: StringEnum(Object.keys(problemCatalogue) as ProblemCode[], {
      title: 'ProblemCode',
      description: 'Machine-readable code of the problem.',
    }),
    requestId: Type.String({
      description: 'Request ID, which is also in the X-Request-Id header and in the log.',
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({
              description:
                'JSON Pointer (RFC 6901) into the body, the query parameters or the path parameters.',
            }),
            code: Type.String({ description: 'Machine-readable name of the violated rule.' }),
            message: Type.String({ description: 'Explanation of the violated rule.' }),
          },
          {
            title: 'FieldError',
            additionalProperties: false,
            description: 'One validation error in a request.',
          },
        ),
        { description: 'All validation errors in the request.' },
      ),
    ),
  },
  { title: 'Problem', additionalProperties: false, description: 'Problem details (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;
