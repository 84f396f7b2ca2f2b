import fc, { type Arbitrary } from 'fast-check';
import type { OpenapiDocument, Parameter } from '../../src/openapi/openapi-document.ts';
import { DiscoveredId } from './discovered-ids.fixture.ts';
import type { FuzzOperation } from './operations.fixture.ts';
import { knownIds, valuesOf } from './values.fixture.ts';

export type CallBody =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  /** The text is in Latin-1: each character is one byte. */
  | { kind: 'text'; text: string };

/** A generated request. IDs and ETags are filled in when the request is sent. */
export type Call = {
  method: string;
  /** Segments of the path. A string is percent-encoded unless it is `raw`. */
  path: (string | DiscoveredId | { raw: string })[];
  /** Names and values. `raw` is sent unchanged. */
  query: ([name: string, value: unknown] | { raw: string })[];
  headers: Record<string, string>;
  body: CallBody;
};

/** A placeholder in a header for the last ETag of the path. */
export const knownEtag = '{etag}';

/** Values of `Prefer` that make the API return without waiting for a capture. */
export const noWait = [
  'respond-async',
  'wait=0',
  'respond-async, wait=0',
  'Respond-Async; x="1,2", handling=lenient',
];

/** Generates valid requests for an operation. */
export function validCalls(document: OpenapiDocument, operation: FuzzOperation): Arbitrary<Call> {
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const values = Object.fromEntries(
    of('path').map((parameter) => [parameter.name, pathValues(document, operation.template, parameter)]),
  );
  const { body } = operation;
  return fc
    .record({
      values: fc.record(values),
      query: fc.tuple(...of('query').map((parameter) => maybe(document, parameter))),
      headers: fc.tuple(...of('header').map((parameter) => maybe(document, parameter))),
      body: body ? valuesOf(document, body.schema) : fc.constant(undefined),
      prefer: fc.constantFrom(...noWait),
      conditional: fc.constantFrom(
        null,
        null,
        null,
        knownEtag,
        `W/${knownEtag}`,
        `"other", ${knownEtag}`,
        '*',
      ),
    })
    .map(({ values: pathValue, query, headers, body: value, prefer, conditional }) => ({
      method: operation.method,
      path: operation.template
        .split('/')
        .map((part) => (part.startsWith('{') ? pathSegment(pathValue[part.slice(1, -1)]) : part)),
      query: query.flat(),
      headers: {
        ...Object.fromEntries(headers.flat().flatMap(([name, value]) => headerOf(name, String(value)))),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(operation.method === 'POST' ? { prefer } : {}),
        ...(operation.method === 'GET' && conditional ? { 'if-none-match': conditional } : {}),
      },
      body: body ? { kind: 'json', value } : { kind: 'none' },
    }));
}

const pathSegment = (value: unknown) => (value instanceof DiscoveredId ? value : String(value));

/** A header, if HTTP can transport its value unchanged. */
const headerOf = (name: string, text: string): [string, string][] =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text ? [[name.toLowerCase(), text]] : [];

/** Generates mostly existing IDs of the collection that precedes the parameter. */
function pathValues(document: OpenapiDocument, template: string, parameter: Parameter): Arbitrary<unknown> {
  const parts = template.split('/');
  const noun = parts[parts.indexOf(`{${parameter.name}}`) - 1] ?? '';
  const any = valuesOf(document, parameter.schema);
  const isId = document.paths[template] && [parameter.schema.type].flat().includes('integer');
  return isId ? fc.oneof({ weight: 9, arbitrary: knownIds(noun) }, { weight: 1, arbitrary: any }) : any;
}

/** Generates the parameter with a value; an optional parameter may be missing. */
function maybe(
  document: OpenapiDocument,
  { name, schema, required }: Parameter,
): Arbitrary<[string, unknown][]> {
  const given = valuesOf(document, schema, name).map((value): [string, unknown][] => [[name, value]]);
  return required
    ? given
    : fc.oneof(
        { weight: 2, arbitrary: fc.constant<[string, unknown][]>([]) },
        { weight: 1, arbitrary: given },
      );
}
