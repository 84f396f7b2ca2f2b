import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { Ajv } from 'ajv';
import { createAjv } from './create-ajv.ts';

export type BuildSerializer = ReturnType<typeof SerializerSelector>;

export type SchemaCompilers = {
  /** Validates paths, queries and bodies. */
  ajv: Ajv;
  /** Fastify's own response serializers. */
  buildSerializer: BuildSerializer;
};

export const createSchemaCompilers = (): SchemaCompilers => ({
  ajv: createAjv({ allErrors: true, verbose: true, useDefaults: true }),
  buildSerializer: SerializerSelector(),
});
