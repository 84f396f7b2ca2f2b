/**
 * A validation error in a request. `path` is a JSON Pointer (RFC 6901) into the body, the query parameters or the path
 * parameters; `/Idempotency-Key` stands for the header.
 */
export type FieldError = { path: string; code: string; message: string };
