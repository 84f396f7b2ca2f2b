import type { Schema } from './openapi-document.ts';

/**
 * Returns an example of a schema: its own first example, or one that is composed from the examples of its parts. A
 * composed object contains only its required fields, and nullable fields are null. A schema needs its own `examples` if
 * such an example would violate its pattern or rules.
 */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum.find((word) => word !== null) ?? null;
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!);
  const types = [schema.type ?? 'object'].flat();
  if (types.includes('null')) return null;
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, fieldExample(schema.properties?.[name] ?? {})]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return 'text';
  }
}

/** A nullable field is null, because its value might not fit the other fields. */
function fieldExample(field: Schema): unknown {
  return [field.type].flat().includes('null') ? null : exampleOf(field);
}
