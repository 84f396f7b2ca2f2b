import { Type } from '@sinclair/typebox';

/** The schema of a binary body. OpenAPI 3.1 describes it by its media type only. */
export const Binary = (contentMediaType: string) => Type.Unsafe<unknown>({ contentMediaType });
