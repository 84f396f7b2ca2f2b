import { type Static, type TSchema, Type } from '@sinclair/typebox';

/**
 * A field that may be null: a single JSON Schema with two types instead of an `anyOf`, so that an invalid value causes
 * one error with one message.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: string | string[]; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
}

/** One of several strings. A schema with a `title` becomes a separate component of the OpenAPI document. */
export function StringEnum<const T extends readonly string[]>(
  values: T,
  options: { title?: string; description?: string; examples?: T[number][] } = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

const unprintable = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

/**
 * The pattern of a name that is safe to print in terminals and logs: not blank, and without control characters, line or paragraph
 * separators, or bidirectional overrides and isolates (Unicode Standard Annex #9, section 2).
 */
export const printableName = `^(?=\\s*\\S)[^${unprintable}]*$`;

/** The pattern of a name in a list that is separated by commas. */
export const printableListedName = `^(?=\\s*\\S)[^,${unprintable}]*$`;

/** A time in UTC, in ISO 8601 format with milliseconds. */
export const DateTime = (description?: string) =>
  Type.String({
    format: 'date-time',
    ...(description ? { description } : {}),
    examples: ['2026-11-21T09:00:00.000Z'],
  });

export const Id = (description?: string) =>
  Type.Integer({ minimum: 1, ...(description ? { description } : {}), examples: [1] });
