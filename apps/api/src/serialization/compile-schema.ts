// Compiles response schemas into writers of JSON. A value is checked while it is written: an unknown or missing field, another type, another
// enum value or an invalid time is an error. A serializer that drops or converts such values would hide the mistake. Other keywords, such as
// minimum and maxLength, are not checked. ADR 41.
import type { AnySchemaObject } from 'ajv';
import { arrayWriter } from './array-writer.ts';
import type { JsonWriter } from './json-writer.ts';
import { objectWriter, recordWriter } from './object-writer.ts';
import { enumWriter, nullableWriter, scalarWriters, timeWriter } from './scalar-writers.ts';

/** @throws TypeError if the schema has keywords of types that no response has yet */
export function compileSchema(schema: AnySchemaObject, path = ''): JsonWriter {
  const types: unknown[] = [schema.type].flat();
  if (types.length === 2 && types.includes('null')) {
    const type = types.find((one) => one !== 'null');
    return { write: nullableWriter(compileSchema({ ...schema, type }, path).write) };
  }
  if (schema.enum) return { write: enumWriter(schema.enum, path) };
  if (schema.type === 'object') return compileObject(schema, path);
  if (schema.type === 'array') return arrayWriter(compileSchema(schema.items, `${path}/*`), path);
  if (schema.format === 'date-time') return { write: timeWriter(path) };
  const scalar = scalarWriters[schema.type];
  if (!scalar) throw new TypeError(`no JSON can be written for the schema at ${path === '' ? '/' : path}`);
  return { write: scalar(path) };
}

function compileObject(schema: AnySchemaObject, path: string): JsonWriter {
  if (schema.patternProperties) {
    const [values] = Object.values<AnySchemaObject>(schema.patternProperties);
    return { write: recordWriter(compileSchema(values!, `${path}/*`).write, path) };
  }
  const required: string[] = schema.required ?? [];
  const fields = Object.entries<AnySchemaObject>(schema.properties).map(([name, field]) => ({
    ...compileSchema(field, `${path}/${name}`),
    name,
    required: required.includes(name),
  }));
  return objectWriter(fields, path);
}
