import { Type } from '@sinclair/typebox';

/** The schema of a binary body. OpenAPI 3.1 describes it only by its media type. */
export const Binary = (contentMediaType: string) => Type.Unsafe<unknown>({ contentMediaType });
