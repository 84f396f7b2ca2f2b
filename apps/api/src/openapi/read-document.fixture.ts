/** A JSON Schema as OpenAPI 3.1 holds it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema };
type Content = Record<string, { schema?: JsonSchema }>;
export type Response = { description?: string; content?: Content };
export type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};
export type OpenapiDocument = { openapi: string; paths: Record<string, Record<string, Operation>> };

/** What a local reference (`#/components/…`) of the document points at; anything else is what it is. */
export function dereference<T extends object>(document: OpenapiDocument, value: T): T {
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref !== 'string') return value;
  const target = pointerTokens($ref).reduce<unknown>(
    (node, token) => (node as Record<string, unknown> | undefined)?.[token],
    document,
  );
  if (typeof target !== 'object' || target === null) throw new Error(`${$ref} points at nothing`);
  const { $ref: _reference, ...beside } = value as { $ref: unknown };
  return dereference(document, { ...(target as T), ...beside });
}

/** The tokens of a reference into the document (RFC 6901). */
export function pointerTokens(reference: string): string[] {
  if (!reference.startsWith('#/')) throw new Error(`${reference} lies outside of the document`);
  return reference
    .slice(2)
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The schema of an operation's JSON answer with this status. */
export function answerSchema(
  document: OpenapiDocument,
  { method, path, status }: { method: string; path: string; status: number },
): JsonSchema {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const content = response && dereference(document, response).content;
  const schema = content?.['application/json']?.schema;
  if (!schema) throw new Error(`${method} ${path} documents no JSON with ${status}`);
  return dereference(document, schema);
}

/** The schema of an object's field, or undefined where it has none of that name. */
export function fieldSchema(
  document: OpenapiDocument,
  schema: JsonSchema,
  field: string,
): JsonSchema | undefined {
  const properties = dereference(document, schema).properties as Record<string, JsonSchema> | undefined;
  return properties?.[field] && dereference(document, properties[field]);
}

/** The types of a schema, its alternatives' among them, in alphabetical order. */
export function typesOf(document: OpenapiDocument, schema: JsonSchema): string[] {
  const { type, anyOf, oneOf } = dereference(document, schema);
  const alternatives = [anyOf ?? [], oneOf ?? []].flat() as JsonSchema[];
  const types = [...[type ?? []].flat(), ...alternatives.flatMap((one) => typesOf(document, one))];
  return [...new Set(types as string[])].sort();
}

/** The words of an enum, null among them where it may be. */
export function enumOf(document: OpenapiDocument, schema: JsonSchema): unknown[] {
  const { enum: values, const: only, anyOf } = dereference(document, schema);
  if (Array.isArray(values)) return values;
  if (only !== undefined) return [only];
  return ((anyOf ?? []) as JsonSchema[]).flatMap((one) =>
    one.type === 'null' ? [null] : enumOf(document, one),
  );
}
