import { Type } from '@sinclair/typebox';

/** An ID of the API in the arguments of a tool. */
export const resourceId = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
