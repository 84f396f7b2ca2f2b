import type { OpenapiDocument, Schema } from './openapi-document.ts';

/** Resolves a local reference (`#/components/…`) of the document. Returns other values unchanged. */
export function dereference<T extends object>(document: OpenapiDocument, value: T): T {
  const { $ref, ...beside } = value as { $ref?: unknown };
  if (typeof $ref !== 'string') return value;
  const target = pointerTokens($ref).reduce<unknown>(
    (node, token) => (node as Record<string, unknown> | undefined)?.[token],
    document,
  );
  if (typeof target !== 'object' || target === null)
    throw new Error(`${$ref} does not exist in the document`);
  return dereference(document, { ...(target as T), ...beside });
}

/** The tokens of a reference into the document (RFC 6901). */
export function pointerTokens(reference: string): string[] {
  if (!reference.startsWith('#/')) throw new Error(`${reference} is not a local reference`);
  return reference
    .slice(2)
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The schema of an operation's JSON response with this status. */
export function responseSchema(
  document: OpenapiDocument,
  { method, path, status }: { method: string; path: string; status: number },
): Schema {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const content = response && dereference(document, response).content;
  const schema = content?.['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${path} has no documented JSON response with status ${status}`);
  return dereference(document, schema);
}

/** The schema of an object's field, or undefined if there is no such field. */
export function fieldSchema(document: OpenapiDocument, schema: Schema, field: string): Schema | undefined {
  const found = dereference(document, schema).properties?.[field];
  return found && dereference(document, found);
}

/** The schema of the records in an array, or in the `content` of a page. */
export function recordSchema(document: OpenapiDocument, schema: Schema): Schema {
  const { items } = fieldSchema(document, schema, 'content') ?? schema;
  if (!items) throw new Error('the schema is neither an array nor a page');
  return dereference(document, items);
}

/** The types of a schema and its alternatives, in alphabetical order. */
export function typesOf(document: OpenapiDocument, schema: Schema): string[] {
  const { type, anyOf = [], oneOf = [] } = dereference(document, schema);
  const alternatives = [...anyOf, ...oneOf].flatMap((one) => typesOf(document, one));
  return [...new Set([...[type ?? []].flat(), ...alternatives])].sort();
}

/** The values of an enum, including null if it is permitted. */
export function enumOf(document: OpenapiDocument, schema: Schema): unknown[] {
  const { enum: values, const: only, anyOf = [] } = dereference(document, schema);
  if (values) return values;
  if (only !== undefined) return [only];
  return anyOf.flatMap((one) => (one.type === 'null' ? [null] : enumOf(document, one)));
}
