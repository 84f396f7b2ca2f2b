import type { Schema } from './openapi-document.ts';

/**
 * An example of what a schema allows: its own first one, else one put together from its parts. An object has its required
 * fields; what may be null is null. A schema whose pattern or rules that does not meet needs `examples` of its own.
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

/** A value that a nullable field may have tells nothing of how it fits with the others. */
function fieldExample(field: Schema): unknown {
  return [field.type].flat().includes('null') ? null : exampleOf(field);
}
