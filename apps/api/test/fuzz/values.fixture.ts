import fc, { type Arbitrary } from 'fast-check';
import type { OpenapiDocument, Schema } from '../../src/openapi/openapi-document.ts';
import { dereference } from '../../src/openapi/read-document.fixture.ts';
import { DiscoveredId, nounOf } from './discovered-ids.fixture.ts';

const maxDepth = 5;

/** Valid values of a schema, often at its bounds, and its examples. */
export function valuesOf(
  document: OpenapiDocument,
  given: Schema,
  field = '',
  depth = 0,
): Arbitrary<unknown> {
  const schema = merged(document, given);
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const generated = structured(document, schema, field, depth);
  if (examples.length === 0) return generated;
  // A string without a pattern often has a format that only its examples show, such as a URL, a rectangle or a cron
  // expression.
  const isFree = [schema.type].flat().includes('string') && !schema.enum && !schema.pattern && !schema.format;
  const weight = isFree ? 8 : 2;
  return fc.oneof({ weight, arbitrary: fc.constantFrom(...examples) }, { weight: 2, arbitrary: generated });
}

function structured(
  document: OpenapiDocument,
  schema: Schema,
  field: string,
  depth: number,
): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const { anyOf, oneOf, ...base } = schema;
    return fc.oneof(...alternatives.map((one) => valuesOf(document, { ...base, ...one }, field, depth)));
  }
  const types = [schema.type ?? []].flat() as string[];
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  const choices = types.map((type) => ({
    weight: type === 'null' ? 1 : 3,
    arbitrary: ofType(document, type, schema, field, depth),
  }));
  return fc.oneof(...choices);
}

function ofType(
  document: OpenapiDocument,
  type: string,
  schema: Schema,
  field: string,
  depth: number,
): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema, field);
    case 'number':
      return numbers(schema);
    case 'string':
      return strings(schema);
    case 'array':
      return arrays(document, schema, field, depth);
    case 'object':
      return objects(document, schema, depth);
    default:
      throw new Error(`cannot generate values of the type ${type}`);
  }
}

/** Resolves references and merges the parts of `allOf`. */
function merged(document: OpenapiDocument, given: Schema): Schema {
  const { allOf, ...schema } = dereference(document, given);
  if (!Array.isArray(allOf)) return schema;
  const parts = [schema, ...allOf.map((part) => merged(document, part))];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  });
}

const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

function integers(schema: Schema, field: string): Arbitrary<unknown> {
  const min = Math.ceil(numberOf(schema.minimum, numberOf(schema.exclusiveMinimum, -1_000_000_000) + 1));
  const max = Math.floor(numberOf(schema.maximum, numberOf(schema.exclusiveMaximum, 1_000_000_000) - 1));
  const any = fc.oneof(
    fc.integer({ min, max: Math.max(min, Math.min(max, min + 50)) }),
    fc.constantFrom(min, max),
    fc.maxSafeInteger().map((value) => min + (Math.abs(value) % (max - min + 1))),
  );
  const noun = nounOf(field);
  return noun === null
    ? any
    : fc.oneof({ weight: 4, arbitrary: knownIds(noun) }, { weight: 1, arbitrary: any });
}

export function knownIds(noun: string): Arbitrary<DiscoveredId> {
  return fc.nat({ max: 23 }).map((pick) => new DiscoveredId(noun, pick));
}

function numbers(schema: Schema): Arbitrary<number> {
  const min = numberOf(schema.minimum, -1e9);
  const max = numberOf(schema.maximum, 1e9);
  const inside = fc.double({
    min: numberOf(schema.exclusiveMinimum, min),
    max: numberOf(schema.exclusiveMaximum, max),
    minExcluded: schema.exclusiveMinimum !== undefined,
    maxExcluded: schema.exclusiveMaximum !== undefined,
    noNaN: true,
  });
  const edges = [schema.minimum, schema.maximum].filter((edge) => typeof edge === 'number');
  return edges.length === 0 ? inside : fc.oneof(inside, fc.constantFrom(...edges));
}

function strings(schema: Schema): Arbitrary<string> {
  if (schema.format === 'date-time') return dateTimes;
  if (schema.format === 'date') return dateTimes.map((text) => text.slice(0, 10));
  if (schema.format === 'uri') return fc.webUrl();
  const minLength = numberOf(schema.minLength, 0);
  const maxLength = numberOf(schema.maxLength, 1_000);
  const texts = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    },
    { weight: 2, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(Math.max(minLength, 1), maxLength).map((length) => 'a'.repeat(length)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('1', 'a', '0', 'createdAt,asc').filter((text) => text.length <= maxLength),
    },
  );
  const lengthOf = (text: string) => [...text].length;
  const fitting = texts.filter((text) => lengthOf(text) >= minLength && lengthOf(text) <= maxLength);
  if (typeof schema.pattern !== 'string') return fitting;
  const pattern = new RegExp(schema.pattern, 'u');
  const matching = isGenerative(schema.pattern) ? fc.stringMatching(pattern) : fitting;
  return matching.filter(
    (text) => pattern.test(text) && lengthOf(text) >= minLength && lengthOf(text) <= maxLength,
  );
}

/** Whether strings can be generated from the pattern. Random strings are filtered by all other patterns. */
function isGenerative(pattern: string): boolean {
  return pattern.startsWith('^') && pattern.endsWith('$') && !/\(\?[=!<]/.test(pattern);
}

/** RFC 3339 times with and without fractions, with several offsets, in the years that a schedule permits. */
const dateTimes: Arbitrary<string> = fc
  .tuple(
    fc.date({
      min: new Date('1970-01-02T00:00:00Z'),
      max: new Date('2999-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', '+00:00', '+02:00', '-09:30', '.5Z', '.123456789Z'),
  )
  .map(([date, end]) => `${date.toISOString().slice(0, 19)}${end}`);

function arrays(
  document: OpenapiDocument,
  schema: Schema,
  field: string,
  depth: number,
): Arbitrary<unknown[]> {
  const minLength = numberOf(schema.minItems, 0);
  const maxLength = depth > maxDepth ? minLength : Math.min(numberOf(schema.maxItems, 4), minLength + 5);
  const items = valuesOf(document, schema.items ?? {}, field.replace(/s$/, ''), depth + 1);
  if (schema.uniqueItems === true)
    return fc.uniqueArray(items, { minLength, maxLength, selector: (item) => JSON.stringify(item) });
  return fc.oneof(
    fc.array(items, { minLength, maxLength: Math.min(maxLength, minLength + 1) }),
    fc.array(items, { minLength, maxLength }),
  );
}

function objects(document: OpenapiDocument, schema: Schema, depth: number): Arbitrary<object> {
  const properties = Object.entries(schema.properties ?? {});
  const required = (schema.required ?? []) as string[];
  const kept = depth > maxDepth ? properties.filter(([name]) => required.includes(name)) : properties;
  const fields = Object.fromEntries(
    kept.map(([name, property]) => [name, valuesOf(document, property, name, depth + 1)]),
  );
  const optional = kept.map(([name]) => name).filter((name) => !required.includes(name));
  // Only a few fields at a time, because the rules about combinations would reject almost all other values.
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.subarray(optional, { maxLength: Math.min(optional.length, 3) }) },
    { weight: 1, arbitrary: fc.subarray(optional) },
  );
  const min = numberOf(schema.minProperties, 0);
  return some
    .filter((chosen) => chosen.length + required.length >= min)
    .chain((chosen) => fc.record(pick(fields, [...required, ...chosen]), { noNullPrototype: true }));
}

function pick<T>(fields: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}
