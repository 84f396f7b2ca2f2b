import { VariantFormat } from '@shotclock/contracts';
import { Binary } from '../openapi/binary-schema.ts';

/** The content of an image response, by media type. */
export const variantContent = Object.fromEntries(
  (VariantFormat as unknown as { enum: string[] }).enum.map((format) => [
    `image/${format}`,
    { schema: Binary(`image/${format}`) },
  ]),
);
