import { describe, expect, test } from 'vitest';
import { nameComponents } from './named-components.ts';
import type { OpenapiDocument, Operation, Schema } from './openapi-document.ts';

const word = { title: 'Word', type: 'string', enum: ['a', 'b'], description: 'A word.' };

/** A document whose operations answer these schemas. */
function documentOf(...schemas: Schema[]): OpenapiDocument {
  const operation = (schema: Schema): Operation => ({
    operationId: 'readOne',
    responses: { 200: { description: 'Answer', content: { 'application/json': { schema } } } },
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
  const answers = Object.values(document.paths).map(
    ({ get }) => get!.responses[200]!.content!['application/json']!.schema,
  );
  return { answers, schemas: document.components.schemas };
}

describe('naming components', () => {
  test('moves a titled schema to its name, those inside it too', () => {
    const thing = { title: 'Thing', type: 'object', properties: { word, title: { type: 'string' } } };
    const { answers, schemas } = named({ type: 'array', items: thing });
    expect(answers).toEqual([{ type: 'array', items: { $ref: '#/components/schemas/Thing' } }]);
    expect(schemas).toEqual({
      Thing: {
        ...thing,
        properties: { word: { $ref: '#/components/schemas/Word' }, title: { type: 'string' } },
      },
      Word: word,
    });
  });

  test('points at the name from where null is allowed as well', () => {
    const { answers, schemas } = named({ ...word, type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(answers).toEqual([{ anyOf: [{ $ref: '#/components/schemas/Word' }, { type: 'null' }] }]);
    expect(schemas).toEqual({ Word: word });
  });

  test('keeps what is said of a schema in one place only', () => {
    const { answers, schemas } = named(word, { ...word, description: 'The other word.', default: 'a' });
    const $ref = '#/components/schemas/Word';
    expect(answers).toEqual([{ $ref }, { $ref, description: 'The other word.', default: 'a' }]);
    expect(schemas).toEqual({ Word: word });
  });

  test('refuses two different schemas with one title', () => {
    expect(() => named(word, { ...word, enum: ['a'] })).toThrow('two different parts are named "Word"');
  });

  test('refuses a title that cannot be a name', () => {
    expect(() => named({ ...word, title: 'A word' })).toThrow('"A word" is not a valid name');
  });
});
