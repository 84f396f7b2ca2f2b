/** One thing that is wrong with a request. `path` is a JSON Pointer (RFC 6901) into the body, or into the query or path values; `/Idempotency-Key` is the header. */
export type FieldError = { path: string; code: string; message: string };
