import type { OpenapiDocument, Parameter, Schema } from '../../src/openapi/openapi-document.ts';
import { dereference } from '../../src/openapi/read-document.fixture.ts';
import type { SentRequest } from './exchange.fixture.ts';
import type { Match } from './operations.fixture.ts';
import { type SchemaChecks, schemaChecks } from './schema-checks.fixture.ts';

/**
 * What the document specifies for a request. `permitted`: the document permits the request, and only rules may reject it.
 * `rejected`: the API must reject the request. `undecided`: the document does not determine the result.
 */
export type Verdict = 'permitted' | 'rejected' | 'undecided';

/** Undocumented headers that can affect the response. */
const decisiveHeaders = ['host', 'origin', 'sec-fetch-site', 'content-encoding', 'range', 'if-match'];

type Checks = { exact: SchemaChecks; lax: SchemaChecks };

export function verdictOf(document: OpenapiDocument) {
  const checks: Checks = {
    exact: schemaChecks(document, { formats: true }),
    lax: schemaChecks(document, { formats: false }),
  };
  return (request: SentRequest, match: Match | null): Verdict => {
    if (!match?.operation) return 'undecided';
    const verdicts = [
      ...parameterVerdicts(document, checks, request, match),
      bodyVerdict(checks, request, match),
      headerVerdict(request, match),
    ];
    if (verdicts.includes('undecided')) return 'undecided';
    return verdicts.includes('rejected') ? 'rejected' : 'permitted';
  };
}

function parameterVerdicts(
  document: OpenapiDocument,
  checks: Checks,
  request: SentRequest,
  { operation, values }: Match,
): Verdict[] {
  const { template, method, parameters } = operation!;
  const query = queryOf(request.target);
  if (query === null) return ['undecided'];
  const given = (place: string, name: string) =>
    place === 'query' ? query.getAll(name) : place === 'path' ? [values[name]!] : headerValues(request, name);
  const verdicts = parameters.map((parameter, index): Verdict => {
    const texts = given(parameter.in, parameter.name);
    if (texts.length === 0) return parameter.required ? 'rejected' : 'permitted';
    if (texts.length > 1) return 'rejected';
    const at = ['paths', template, method.toLowerCase(), 'parameters', index];
    return valueVerdict(document, checks, at, { parameter, text: texts[0]! });
  });
  const known = new Set(parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name));
  return [...verdicts, [...query.keys()].every((name) => known.has(name)) ? 'permitted' : 'rejected'];
}

function valueVerdict(
  document: OpenapiDocument,
  checks: Checks,
  at: (string | number)[],
  { parameter, text }: { parameter: Parameter; text: string },
): Verdict {
  // An unknown header value may be ignored (RFC 9110) or rejected.
  const otherwise = parameter.in === 'header' ? 'undecided' : 'rejected';
  const value = parsed(dereference(document, parameter.schema), text);
  if (value === undefined) return otherwise;
  if (checks.lax.at(...at, 'schema')(value).errors) return otherwise;
  return checks.exact.at(...at, 'schema')(value).errors ? 'undecided' : 'permitted';
}

function parsed(schema: Schema, text: string): unknown {
  const types = [schema.type].flat();
  if (types.includes('integer')) return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (types.includes('number')) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (types.includes('boolean')) return { true: true, false: false }[text];
  return text;
}

/** The values of the query, or null if its encoding is ambiguous. */
function queryOf(target: string): URLSearchParams | null {
  const at = target.indexOf('?');
  const text = at < 0 ? '' : target.slice(at + 1);
  try {
    decodeURIComponent(text);
  } catch {
    return null;
  }
  return /[;?]|^[^\x20-\x7e]*[^\x20-\x7e]/.test(text) ? null : new URLSearchParams(text);
}

function bodyVerdict(checks: Checks, request: SentRequest, { operation }: Match): Verdict {
  const { body: documentedBody, template, method } = operation!;
  const mediaType = request.headers['content-type']?.toLowerCase();
  if (!documentedBody) return request.body === null && mediaType === undefined ? 'permitted' : 'undecided';
  if (request.method === 'HEAD') return 'undecided';
  if (request.body === null || request.body.length === 0)
    return documentedBody.required ? 'rejected' : 'undecided';
  if (mediaType !== 'application/json')
    return mediaType?.startsWith('application/json') ? 'undecided' : 'rejected';
  let value: unknown;
  try {
    // A byte order mark may be ignored (RFC 8259, section 8.1).
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(request.body));
  } catch {
    return 'rejected';
  }
  const at = [
    'paths',
    template,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'schema',
  ];
  if (checks.lax.at(...at)(value).errors) return 'rejected';
  return checks.exact.at(...at)(value).errors ? 'undecided' : 'permitted';
}

function headerVerdict(request: SentRequest, { operation }: Match): Verdict {
  const documented = new Set(operation!.parameters.map(({ name }) => name.toLowerCase()));
  const names = Object.keys(request.headers);
  return names.some((name) => decisiveHeaders.includes(name) && !documented.has(name))
    ? 'undecided'
    : 'permitted';
}

function headerValues({ headers }: SentRequest, name: string): string[] {
  const value = headers[name.toLowerCase()];
  return value === undefined ? [] : [value];
}
