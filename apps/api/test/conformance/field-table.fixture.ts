import { describe, expect, test } from 'vitest';
import type { OpenapiDocument, Schema } from '../../src/openapi/openapi-document.ts';
import { enumOf, fieldSchema, typesOf } from '../../src/openapi/read-document.fixture.ts';

type FieldType = 'integer' | 'number' | 'string' | 'boolean' | 'datetime' | 'object' | 'array';

/**
 * A row of a table in section 2 of the specification: the field, its type (or the values of an enum), and whether it is
 * nullable. If the test records do not contain every enum value, the row also lists the values that they do contain.
 */
export type FieldRow = readonly [
  field: string,
  type: FieldType | readonly string[],
  nullable: 'nullable' | 'no',
  shown?: readonly string[],
];

export type ReturnedRecords = {
  document: OpenapiDocument;
  /** The schema of the record in /openapi.json. */
  schema: Schema;
  /** Returned records that together contain every value that a row permits. */
  records: Record<string, unknown>[];
};

/** Fields that `expand` and `cursor` add. They are documented but never required, and are returned only on request. */
const expansions = [
  'policy',
  'upcomingRuns',
  'outcome',
  'options',
  'own',
  'comparison',
  'tags',
  'title',
  'capture',
  'page',
  'verdict',
  'failureImageUrl',
  'nextCursor',
];

/** Registers a test for each row, and a test that the records have no other fields. */
export function describeFields(
  section: string,
  rows: readonly FieldRow[],
  returned: () => ReturnedRecords,
): void {
  describe(section, () => {
    test.each(rows.map((row) => [rowTitle(row), row] as const))('%s', (_title, row) => {
      expectReturned(row, returned());
      expectDocumented(row, returned());
    });

    test('has exactly these fields', () => {
      const fields = rows.map(([field]) => field).sort();
      const { records, schema } = returned();
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) expect(Object.keys(record).sort()).toEqual(fields);
      const documented = Object.keys(schema.properties ?? {});
      // The `page` field of a list envelope is one of its own fields.
      const isAdded = (field: string) => expansions.includes(field) && !fields.includes(field);
      expect(documented.filter((field) => !isAdded(field)).sort()).toEqual(fields);
      expect([...(schema.required ?? [])].sort()).toEqual(fields);
      expect(schema.additionalProperties).toBe(false);
    });
  });
}

function rowTitle([field, type, nullable]: FieldRow): string {
  const typeText = typeof type === 'string' ? type : `enum ${type.join(', ')}`;
  return `${field}: ${typeText}${nullable === 'nullable' ? ', may be null' : ''}`;
}

function expectReturned([field, type, nullable, shown]: FieldRow, { records }: ReturnedRecords): void {
  const values = records.map((record) => record[field]);
  const present = values.filter((value) => value !== null);
  expect(present.length).toBeGreaterThan(0);
  for (const value of present) expect(value).toSatisfy(isOfType(type));
  expect(values.includes(null)).toBe(nullable === 'nullable');
  const expected = shown ?? (typeof type === 'string' ? undefined : type);
  if (expected) expect([...new Set(present)].sort()).toEqual([...expected].sort());
}

function expectDocumented([field, type, nullable]: FieldRow, { document, schema }: ReturnedRecords): void {
  const found = fieldSchema(document, schema, field)!;
  const jsonType = typeof type !== 'string' || type === 'datetime' ? 'string' : type;
  expect(typesOf(document, found)).toEqual([jsonType, ...(nullable === 'nullable' ? ['null'] : [])].sort());
  if (type === 'datetime') expect(found.format).toBe('date-time');
  if (typeof type !== 'string')
    expect(enumOf(document, found)).toEqual([...type, ...(nullable === 'nullable' ? [null] : [])]);
}

/** Whether the value has exactly the JSON type. A datetime must be ISO-8601 in UTC, with milliseconds. */
function isOfType(type: FieldRow[1]): (value: unknown) => boolean {
  if (typeof type !== 'string') return (value) => type.includes(value as string);
  return (value) => {
    if (type === 'integer') return Number.isSafeInteger(value);
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
    if (type !== 'datetime') return typeof value === type;
    return typeof value === 'string' && new Date(value).toISOString() === value;
  };
}
