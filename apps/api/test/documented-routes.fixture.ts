import type { Api } from '../src/api-instance.ts';
import type { OpenapiDocument, Schema } from '../src/openapi/openapi-document.ts';
import { dereference } from '../src/openapi/read-document.fixture.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type DocumentedRoute = {
  name: string;
  method: Method;
  /** The path with its parameters as `{name}`. */
  path: string;
  ids: string[];
  query: { name: string; type: string }[];
  body: Schema | null;
  /** Whether requests never need a key, regardless of the settings. */
  isPublic: boolean;
};

/** Every route under /api/v1 in the app's OpenAPI document, so that new routes are tested automatically. */
export function documentedRoutes(app: Api): DocumentedRoute[] {
  const document = app.swagger() as OpenapiDocument;
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([name, { parameters = [], requestBody, security }]) => {
        const method = name.toUpperCase() as Method;
        const schema = requestBody?.content['application/json']?.schema;
        return {
          name: `${method} ${path}`,
          method,
          path,
          ids: parameters
            .filter((one) => one.in === 'path' && dereference(document, one.schema).type === 'integer')
            .map((one) => one.name),
          query: parameters
            .filter((one) => one.in === 'query')
            .map((one) => ({ name: one.name, type: String(dereference(document, one.schema).type) })),
          body: schema ? dereferenceDeep(document, schema) : null,
          isPublic: security?.length === 0,
        };
      }),
    );
}

function dereferenceDeep(document: OpenapiDocument, schema: Schema): Schema {
  const own = dereference(document, schema);
  const deep = (one: Schema) => dereferenceDeep(document, one);
  const properties = Object.entries(own.properties ?? {}).map(
    ([name, field]) => [name, deep(field)] as const,
  );
  return {
    ...own,
    ...(own.properties ? { properties: Object.fromEntries(properties) } : {}),
    ...(own.items ? { items: deep(own.items) } : {}),
  };
}

/** Replaces the parameters in the path with these IDs. The default ID is 1. */
export function pathOf(route: { path: string }, ids: Record<string, string> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '1');
}

/** A valid value of the schema: with its required fields or, if `full`, with every field at every depth. */
export function sampleOf(schema: Schema, full: boolean, name = ''): unknown {
  if (name === 'url') return 'https://example.com/';
  if (schema.enum) return schema.enum[0];
  // The example of an object does not have every field.
  if (schema.examples && !(full && schema.properties)) return schema.examples[0];
  // A field that can be a boolean or an object has more fields as an object.
  switch (full && schema.properties ? 'object' : typeOf(schema)) {
    case 'object': {
      const named = new Set(full ? Object.keys(schema.properties ?? {}) : (schema.required ?? []));
      const [first] = Object.keys(schema.properties ?? {});
      if (named.size === 0 && schema.minProperties && first) named.add(first);
      return Object.fromEntries(
        [...named].map((field) => [field, sampleOf(schema.properties![field]!, full, field)]),
      );
    }
    case 'array':
      return [sampleOf(schema.items ?? {}, full)];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return schema.format === 'date-time' ? '2999-01-01T00:00:00.000Z' : 'a'.repeat(schema.minLength ?? 1);
  }
}

/** Every location in a full sample, as a JSON Pointer with its schema. Arrays have one item. */
export function placesOf(schema: Schema, pointer = ''): { pointer: string; schema: Schema }[] {
  const inner =
    typeOf(schema) === 'array'
      ? placesOf(schema.items ?? {}, `${pointer}/0`)
      : Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
          placesOf(field, `${pointer}/${name}`),
        );
  return [{ pointer, schema }, ...inner];
}

/** A copy of the value with a different value at this location, which may be a new field. */
export function withAt(value: unknown, pointer: string, other: unknown): unknown {
  if (pointer === '') return other;
  const copy = structuredClone(value);
  const tokens = pointer.slice(1).split('/');
  const last = tokens.pop()!;
  const holder = tokens.reduce((at, token) => (at as Record<string, unknown>)[token], copy);
  (holder as Record<string, unknown>)[last] = other;
  return copy;
}

/** The type of the schema, ignoring null. */
export function typeOf(schema: Schema): string {
  return [schema.type ?? 'string'].flat().find((type) => type !== 'null') ?? 'null';
}
