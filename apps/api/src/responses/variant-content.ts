import { VariantFormat } from '@shotclock/contracts';
import { Binary } from '../openapi/binary-schema.ts';

/** The content of a response with an image, by media type. */
export const variantContent = Object.fromEntries(
  (VariantFormat as unknown as { enum: string[] }).enum.map((format) => [
    `image/${format}`,
    { schema: Binary(`image/${format}`) },
  ]),
);
