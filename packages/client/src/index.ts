export { type ClientOptions, createClient, type ShotclockClient } from './create-client.ts';
export type * from './openapi.gen.ts';
export { type PageOf, pages, records } from './pages.ts';
export { ProblemError, type Result, unwrap } from './problem-error.ts';
