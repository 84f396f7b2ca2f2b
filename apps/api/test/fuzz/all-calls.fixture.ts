import fc, { type Arbitrary } from 'fast-check';
import type { OpenapiDocument } from '../../src/openapi/openapi-document.ts';
import { type Call, type CallBody, knownEtag, noWait, validCalls } from './calls.fixture.ts';
import { invalidTexts, mutated } from './invalid-values.fixture.ts';
import type { FuzzOperation } from './operations.fixture.ts';
import { valuesOf } from './values.fixture.ts';

/**
 * Valid requests, and requests with a mutated body, query, path, method or header, distributed evenly over the
 * operations.
 */
export function callsOf(document: OpenapiDocument, operations: FuzzOperation[]): Arbitrary<Call> {
  const valid = operations.map((operation) => validCalls(document, operation));
  const bodies = operations.flatMap((operation, index) =>
    operation.body ? [withMutatedBody(document, operation, valid[index]!)] : [],
  );
  const any = fc.oneof(...valid);
  return fc.oneof(
    { weight: 8, arbitrary: any },
    { weight: 4, arbitrary: fc.oneof(...bodies) },
    { weight: 3, arbitrary: withMutatedQuery(any) },
    { weight: 2, arbitrary: withUnusualHeaders(any) },
    { weight: 2, arbitrary: withMutatedPath(any) },
    { weight: 1, arbitrary: withWrongMethod(any) },
    { weight: 1, arbitrary: withUnusualHeaders(withMutatedQuery(withMutatedPath(any))) },
  );
}

function withMutatedBody(
  document: OpenapiDocument,
  operation: FuzzOperation,
  calls: Arbitrary<Call>,
): Arbitrary<Call> {
  const values = mutated(valuesOf(document, operation.body!.schema));
  const jsonBodies = values.map((value): CallBody => ({ kind: 'json', value }));
  const textBodies = values
    .map((value) => latin1(JSON.stringify(value) ?? ''))
    .chain((json) =>
      fc.oneof(
        fc.nat({ max: json.length }).map((end) => json.slice(0, end)),
        fc.constantFrom(
          `${json},`,
          `\xef\xbb\xbf${json}`,
          `${json}\0`,
          `// \n${json}`,
          json.replaceAll('"', "'"),
        ),
        fc.constantFrom('', ' ', 'null', 'NaN', '1e999', '"\\ud800"', '"\xff\xfe"', '{"a":1,"a":2}', '[1,]'),
        fc.constantFrom('{"__proto__":{"url":"x"}}', '[{"constructor":{"prototype":1}}]', '['.repeat(50_000)),
      ),
    )
    .map((text): CallBody => ({ kind: 'text', text }));
  const bodies = fc.oneof({ weight: 3, arbitrary: jsonBodies }, { weight: 1, arbitrary: textBodies });
  return fc.tuple(calls, bodies).map(([call, body]) => ({ ...call, body }));
}

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

function withMutatedQuery(calls: Arbitrary<Call>): Arbitrary<Call> {
  const names = fc.oneof(
    fc.constantFrom(
      'page',
      'size',
      'sort',
      'from',
      'to',
      'source',
      'expand',
      'status',
      'url',
      'Page',
      'page[]',
    ),
    invalidTexts,
  );
  const extra = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(names, invalidTexts).map(([name, value]) => [[name, value]] as Call['query']),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(names, invalidTexts, invalidTexts).map(
        ([name, one, other]) =>
          [
            [name, one],
            [name, other],
          ] as Call['query'],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '%',
          '%E0%A4%A',
          '&&&',
          '=',
          '=1',
          'page',
          'page=%00',
          'a=b=c',
          'size=1;page=2',
          '?',
          '%FF=%FE',
        )
        .map((raw) => [{ raw }] as Call['query']),
    },
  );
  return fc.tuple(calls, extra).map(([call, more]) => ({ ...call, query: [...call.query, ...more] }));
}

function withMutatedPath(calls: Arbitrary<Call>): Arbitrary<Call> {
  const segments = fc.oneof(
    invalidTexts.filter((text) => text.isWellFormed()),
    fc
      .constantFrom(
        '%',
        '%zz',
        '%00',
        '%2F',
        '%2e%2e',
        '..',
        '.',
        '%E0%A4%A',
        '%31',
        '\xe9',
        ';',
        '1;v=2',
        '%C0%AF',
      )
      .map((raw) => ({ raw })),
  );
  return fc
    .tuple(calls, fc.nat({ max: 20 }), fc.constantFrom('replace', 'insert', 'remove'), segments)
    .map(([call, at, change, segment]) => {
      const index = 1 + (at % call.path.length);
      const removed = change === 'insert' ? 0 : 1;
      return {
        ...call,
        path: call.path.toSpliced(index, removed, ...(change === 'remove' ? [] : [segment])),
      };
    });
}

function withWrongMethod(calls: Arbitrary<Call>): Arbitrary<Call> {
  const methods = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
  );
  return fc.tuple(calls, methods, fc.constantFrom(...noWait)).map(([call, method, prefer]) => ({
    ...call,
    method,
    headers: { ...call.headers, prefer },
  }));
}

function withUnusualHeaders(calls: Arbitrary<Call>): Arbitrary<Call> {
  const long = 'k'.repeat(2_000);
  const headers = fc.oneof(
    header('content-type', [
      'text/plain',
      'application/xml',
      '',
      'application/json; charset=utf-16',
      'multipart/form-data',
    ]),
    header('content-type', [
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/problem+json',
      'x',
      ';;',
      long,
    ]),
    header('idempotency-key', [
      'key-1',
      'key-2',
      'key-3',
      '"quoted"',
      '',
      ' ',
      '\xe9\xff',
      'a b',
      long,
      '\t',
    ]),
    header('if-none-match', [knownEtag, '*', 'W/"x"', '"', ',,,', '\xff', long, `${knownEtag}, "y"`]),
    header('if-match', [knownEtag, '*', '"never"', 'nonsense']),
    header('if-modified-since', ['Sat, 21 Nov 2026 09:00:00 GMT', 'yesterday']),
    header('accept', ['text/html', 'image/*;q=0', '*/*', 'nonsense', 'application/xml']),
    header('accept-encoding', ['br', 'identity;q=0', 'zip']),
    header('content-encoding', ['gzip', 'nonsense']),
    header('authorization', ['Bearer x', 'Basic Og==', 'nonsense', long]),
    header('x-api-key', ['x', long]),
    header('x-request-id', ['a-plain.word:1', 'not plain', long, '\xff', '']),
    header('origin', ['https://evil.example', 'null', 'nonsense']),
    header('sec-fetch-site', ['cross-site', 'same-origin']),
    header('host', ['evil.example', 'localhost', '[::1]', 'a b', '@', '%', 'localhost:99999']),
    header('range', ['bytes=0-0', 'bytes=5-1', 'pages=1-2']),
    header('x-http-method-override', ['DELETE', 'PATCH']),
    header('cookie', ['a=b', ';;;=']),
  );
  return fc.tuple(calls, fc.array(headers, { minLength: 1, maxLength: 3 })).map(([call, more]) => ({
    ...call,
    headers: { ...call.headers, ...Object.fromEntries(more) },
  }));
}

const header = (name: string, values: string[]) =>
  fc.constantFrom(...values).map((value): [string, string] => [name, value]);
