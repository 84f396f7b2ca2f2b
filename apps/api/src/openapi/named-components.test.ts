import { describe, expect, test } from 'vitest';
import { nameComponents } from './named-components.ts';
import type { OpenapiDocument, Operation, Schema } from './openapi-document.ts';

const word = { title: 'Word', type: 'string', enum: ['a', 'b'], description: 'A word.' };

/** A document with these schemas in its responses. */
function documentOf(...schemas: Schema[]): OpenapiDocument {
  const operation = (schema: Schema): Operation => ({
    operationId: 'readOne',
    responses: { 200: { description: 'Response', content: { 'application/json': { schema } } } },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1', description: 'Test' },
    paths: Object.fromEntries(schemas.map((schema, index) => [`/${index}`, { get: operation(schema) }])),
    components: { schemas: {}, responses: {}, headers: {}, parameters: {}, examples: {} },
  };
}

function named(...schemas: Schema[]) {
  const document = documentOf(...schemas);
  nameComponents(document);
  const responses = Object.values(document.paths).map(
    ({ get }) => get!.responses[200]!.content!['application/json']!.schema,
  );
  return { responses, schemas: document.components.schemas };
}

describe('nameComponents', () => {
  test('moves schemas with a title into components, including nested ones', () => {
    const thing = { title: 'Thing', type: 'object', properties: { word, title: { type: 'string' } } };
    const { responses, schemas } = named({ type: 'array', items: thing });
    expect(responses).toEqual([{ type: 'array', items: { $ref: '#/components/schemas/Thing' } }]);
    expect(schemas).toEqual({
      Thing: {
        ...thing,
        properties: { word: { $ref: '#/components/schemas/Word' }, title: { type: 'string' } },
      },
      Word: word,
    });
  });

  test('references the named schema even where null is permitted', () => {
    const { responses, schemas } = named({ ...word, type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(responses).toEqual([{ anyOf: [{ $ref: '#/components/schemas/Word' }, { type: 'null' }] }]);
    expect(schemas).toEqual({ Word: word });
  });

  test('keeps a description or default that differs next to the reference', () => {
    const { responses, schemas } = named(word, { ...word, description: 'The other word.', default: 'a' });
    const $ref = '#/components/schemas/Word';
    expect(responses).toEqual([{ $ref }, { $ref, description: 'The other word.', default: 'a' }]);
    expect(schemas).toEqual({ Word: word });
  });

  test('rejects two different schemas with the same title', () => {
    expect(() => named(word, { ...word, enum: ['a'] })).toThrow('two different parts are named "Word"');
  });

  test('rejects a title that is not a valid component name', () => {
    expect(() => named({ ...word, title: 'A word' })).toThrow('"A word" is not a valid name');
  });
});
