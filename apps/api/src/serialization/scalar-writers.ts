import { parseInstant } from '../validation/parse-instant.ts';
import { mismatch, type Write } from './json-writer.ts';

/** Characters that JSON does not escape, and that are no half of a surrogate pair. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;
const quote = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** The format of `toISOString()`, which all times of responses have. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The writers of scalar types, for values at a path that errors name. */
export const scalarWriters: Readonly<Record<string, (path: string) => Write>> = {
  string: (path) => (value) => {
    if (typeof value === 'string') return quote(value);
    throw mismatch(path, 'a string');
  },
  integer: (path) => (value) => {
    if (Number.isInteger(value)) return `${value}`;
    throw mismatch(path, 'an integer');
  },
  number: (path) => (value) => {
    if (Number.isFinite(value)) return `${value}`;
    throw mismatch(path, 'a number');
  },
  boolean: (path) => (value) => {
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    throw mismatch(path, 'a boolean');
  },
  null: (path) => (value) => {
    if (value === null) return 'null';
    throw mismatch(path, 'null');
  },
};

export function timeWriter(path: string): Write {
  return (value) => {
    if (typeof value === 'string' && (instant.test(value) || parseInstant(value)?.hasZone))
      return `"${value}"`;
    throw mismatch(path, 'a time in ISO-8601');
  };
}

export function enumWriter(values: readonly unknown[], path: string): Write {
  const texts = new Map(values.map((value) => [value, JSON.stringify(value)]));
  const expected = `one of ${[...texts.values()].join(', ')}`;
  return (value) => {
    const text = texts.get(value);
    if (text !== undefined) return text;
    throw mismatch(path, expected);
  };
}

/** Permits null besides the values that `write` permits. */
export function nullableWriter(write: Write): Write {
  return (value) => (value === null ? 'null' : write(value));
}
