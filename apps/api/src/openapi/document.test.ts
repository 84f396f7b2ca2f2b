import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { problemCatalogue } from '@shotclock/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAjv } from '../validation/create-ajv.ts';
import { committedCopy, textOf } from './committed-copy.ts';
import { describeApi } from './describe-api.ts';
import {
  type Media,
  type OpenapiDocument,
  operationsOf,
  type Response,
  type Schema,
} from './openapi-document.ts';
import { dereference } from './read-document.fixture.ts';

let document: OpenapiDocument;
beforeAll(async () => {
  document = JSON.parse(textOf(await describeApi()));
});

const resolved = <T extends object>(part: T): T => dereference(document, part);

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

const isJson = (mediaType: string) => mediaType.endsWith('json');

/** Every JSON request and response body, with its location in the document. */
function bodies(): { where: string; media: Media }[] {
  return operationsOf(document).flatMap(({ operationId, requestBody, responses }) => {
    const all: [string, Response | undefined][] = [
      ['request', requestBody as Response | undefined],
      ...Object.entries(responses),
    ];
    return all.flatMap(([part, body]) =>
      Object.entries(resolved(body ?? { description: '' }).content ?? {})
        .filter(([mediaType]) => isJson(mediaType))
        .map(([, media]) => ({ where: `${operationId} ${part}`, media })),
    );
  });
}

function examplesOf({ example, examples }: Media): unknown[] {
  const several = Object.values(examples ?? {}).map((one) => resolved(one as { value: unknown }).value);
  return [...(example === undefined ? [] : [example]), ...several];
}

/** The fields of a schema and its subschemas that have no description. */
function undescribedFields(schema: Schema, where: string): string[] {
  const { properties = {}, items, anyOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const isDescribed = [field, ...(field.anyOf ?? [])].some(
        (one) => one.description ?? resolved(one).description,
      );
      return [...(isDescribed ? [] : [`${where}.${name}`]), ...undescribedFields(field, `${where}.${name}`)];
    }),
    ...[...anyOf, ...(items ? [items] : [])].flatMap((below) => undescribedFields(below, `${where}[]`)),
  ];
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has no dangling references and no unused components', () => {
    const pointers = new Set(references(document));
    for (const $ref of pointers) expect(resolved<object>({ $ref }), $ref).toBeDefined();
    // Security schemes are referenced by name instead of by a pointer.
    const kinds = Object.entries(document.components).filter(([kind]) => kind !== 'securitySchemes');
    for (const [kind, parts] of kinds)
      for (const name of Object.keys(parts)) expect(pointers).toContain(`#/components/${kind}/${name}`);
  });

  test('describes each tag that its operations use once', () => {
    const used = new Set(operationsOf(document).flatMap(({ tags = [] }) => tags));
    expect(document.tags!.map(({ name }) => name).sort()).toEqual([...used].sort());
    for (const { name, description } of document.tags!) expect(description, name).toMatch(/^[A-Z].{10,}\.$/);
  });

  test('has an operation ID, a summary and a description for every operation', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, description, tags } of operationsOf(document)) {
      expect(operationId).toMatch(/^[a-z]+[A-Z][A-Za-z]*$/);
      expect(summary, operationId).toMatch(/^[A-Z]/);
      expect(description, operationId).toMatch(/\.$/);
      expect(tags, operationId).toHaveLength(1);
    }
  });

  test('has a code sample for every operation', () => {
    for (const { operationId, 'x-codeSamples': samples } of operationsOf(document)) {
      expect(samples, operationId).toHaveLength(1);
      expect(samples![0]!.source).toMatch(/unwrap\(await client\.[A-Z]+\('\//);
    }
  });

  test('gives optional parameters no values, except defaults, that the documentation page would send', () => {
    const parameters = operationsOf(document).flatMap((one) => one.parameters ?? []);
    const optional = parameters.map((one) => resolved(one)).filter((one) => !one.required);
    const withoutDefault = optional.filter((one) => resolved(one.schema).default === undefined);
    expect(withoutDefault.length).toBeGreaterThan(50);
    for (const { name, schema, example, examples = {} } of withoutDefault) {
      expect(example, name).toBeUndefined();
      const values = Object.values(examples);
      if (resolved(schema).enum) expect(values.length, name).toBeGreaterThan(0);
      expect(values.filter((one) => !one['x-disabled'])).toEqual([]);
    }
  });

  test('describes every parameter, field, header and response', () => {
    const silent = operationsOf(document).flatMap(({ operationId, parameters = [], responses }) => [
      ...parameters
        .map((one) => resolved(one))
        .map(({ name, description }) => [`${operationId} ${name}`, description]),
      ...Object.entries(responses).map(([status, one]) => [
        `${operationId} ${status}`,
        resolved(one).description,
      ]),
    ]);
    expect(silent.filter(([, text]) => !text || text === 'Default Response')).toEqual([]);
    const { schemas, headers } = document.components;
    expect(Object.entries(schemas).flatMap(([name, schema]) => undescribedFields(schema, name))).toEqual([]);
    expect(bodies().flatMap(({ where, media }) => undescribedFields(media.schema ?? {}, where))).toEqual([]);
    for (const part of [...Object.values(headers), ...Object.values(schemas)])
      expect(part.description).toBeTruthy();
  });

  test('has a valid example for every body', () => {
    const ajv = createAjv({ strict: false, validateSchema: false, allErrors: true });
    ajv.addSchema(document, 'openapi');
    const wrong = bodies().flatMap(({ where, media }) => {
      const { schema } = JSON.parse(JSON.stringify(media).replaceAll('"#/', '"openapi#/')) as Media;
      const validate = ajv.compile(schema!);
      const shown = examplesOf(media);
      if (shown.length === 0) return [`${where}: no example`];
      return shown.flatMap((one) => (validate(one) ? [] : [`${where}: ${ajv.errorsText(validate.errors)}`]));
    });
    expect(bodies().length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  test('has an example for every problem and documents each code', () => {
    const problems = bodies().filter(({ media }) => media.schema?.$ref?.endsWith('/Problem'));
    for (const { where, media } of problems) {
      const status = Number(where.split(' ')[1]);
      for (const [code, example] of Object.entries(media.examples ?? {}))
        expect(resolved(example as { value: unknown }).value, where).toMatchObject({ code, status });
    }
    for (const { operationId, responses } of operationsOf(document))
      expect(Object.keys(responses), operationId).toEqual(
        expect.arrayContaining(['400', '403', '500', '503']),
      );
    for (const path of Object.values(document.paths))
      for (const [method, { operationId, responses }] of Object.entries(path))
        expect(method === 'get' || ('413' in responses && '415' in responses), operationId).toBe(true);
    for (const code of Object.keys(problemCatalogue))
      expect(document.info.description).toContain(`/problems/${code})`);
  });

  test('matches docs/openapi.json', async () => {
    const copy = await readFile(committedCopy, 'utf8');
    expect(copy === textOf(document), 'docs/openapi.json is out of date: run `pnpm openapi`').toBe(true);
  });
});
