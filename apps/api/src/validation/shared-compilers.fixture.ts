import type { AnySchemaObject, ValidateFunction } from 'ajv';
import { createSchemaCompilers, type SchemaCompilers } from './schema-compilers.ts';

const { ajv, buildSerializer } = createSchemaCompilers();
type Serializer = ReturnType<ReturnType<typeof buildSerializer>>;

/** Returns a function that keeps the first result for each key. */
function remember<Value>() {
  const known = new Map<string, Value>();
  return (key: unknown, create: () => Value): Value => {
    const text = JSON.stringify(key);
    const value = known.get(text) ?? create();
    known.set(text, value);
    return value;
  };
}

const validators = remember<ValidateFunction>();
const serializers = remember<Serializer>();
const compile = ajv.compile.bind(ajv);
// Some schemas depend on the limits of an app, so each app creates its own.
const compileOnce = (schema: AnySchemaObject) => validators(schema, () => compile(schema));

/** Compilers that all apps in a test process share. Compiling a schema takes longer than most requests. */
export const sharedCompilers: SchemaCompilers = {
  ajv: Object.assign(ajv, { compile: compileOnce as typeof ajv.compile }),
  buildSerializer(...options) {
    const serializerOf = buildSerializer(...options);
    return (route) => serializers([options, route.schema], () => serializerOf(route));
  },
};
