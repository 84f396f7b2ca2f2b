import fc, { type Arbitrary } from 'fast-check';
import type { OpenapiDocument, Parameter } from '../../src/openapi/openapi-document.ts';
import { KnownId } from './known-ids.ts';
import type { FuzzOperation } from './operations.ts';
import { knownIds, valuesOf } from './values.ts';

export type CallBody =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  /** Latin-1: a character is a byte. */
  | { kind: 'text'; text: string };

/** A request as it was generated; ids and entity tags are filled in when it is sent. */
export type Call = {
  method: string;
  /** Segments of the path; a text is percent-encoded unless it is `raw`. */
  path: (string | KnownId | { raw: string })[];
  /** Names and values; `raw` is sent as it is. */
  query: ([name: string, value: unknown] | { raw: string })[];
  headers: Record<string, string>;
  body: CallBody;
};

/** In a header: the entity tag that was last answered for the path. */
export const knownEtag = '{etag}';

/** Nothing is waited for: a request that asks for a capture is answered before it is made. */
export const noWait = [
  'respond-async',
  'wait=0',
  'respond-async, wait=0',
  'Respond-Async; x="1,2", handling=lenient',
];

/** Requests that keep what the document says of an operation. */
export function goodCalls(document: OpenapiDocument, operation: FuzzOperation): Arbitrary<Call> {
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

const pathSegment = (value: unknown) => (value instanceof KnownId ? value : String(value));

/** A text that HTTP carries as it is, in the bytes that a header has. */
const headerOf = (name: string, text: string): [string, string][] =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() === text ? [[name.toLowerCase(), text]] : [];

/** Ids that exist, mostly, of the collection before the parameter. */
function pathValues(document: OpenapiDocument, template: string, parameter: Parameter): Arbitrary<unknown> {
  const parts = template.split('/');
  const noun = parts[parts.indexOf(`{${parameter.name}}`) - 1] ?? '';
  const any = valuesOf(document, parameter.schema);
  const isId = document.paths[template] && [parameter.schema.type].flat().includes('integer');
  return isId ? fc.oneof({ weight: 9, arbitrary: knownIds(noun) }, { weight: 1, arbitrary: any }) : any;
}

/** The parameter as a name with its value, or nothing where it may be left out. */
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
