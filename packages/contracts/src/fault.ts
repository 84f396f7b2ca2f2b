/** One thing that is wrong with a request. `path` is a JSON Pointer (RFC 6901) into the body, or into the query or path values. */
export type Fault = { path: string; code: string; message: string };
