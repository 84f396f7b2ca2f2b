import { Type } from '@sinclair/typebox';

/** Bytes of a media type: OpenAPI 3.1 describes them by that alone. */
export const Bytes = (contentMediaType: string) => Type.Unsafe<unknown>({ contentMediaType });
