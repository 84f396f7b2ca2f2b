import type { AnySchemaObject } from 'ajv';

/**
 * Limits on a body: its size in bytes after decompression, and its number of values (objects, arrays, strings, numbers
 * and so on).
 */
export type BodyLimits = { bytes: number; values: number };

const kibibyte = 1_024;
/**
 * Maximum number of bytes that a value takes in addition to its text: quotes, separators and indentation, or the whole
 * value if it is not text.
 */
const overheadBytes = 64;
/** JSON allows every character of the Basic Multilingual Plane to be written as an escape, such as \u00e9. */
const characterBytes = 6;
/** The longest time has 35 characters. */
const timeLength = 64;
/**
 * Minimum limits for all operations, so that ordinary bodies with errors are parsed and all their errors are reported.
 */
const minimum: BodyLimits = { bytes: 4 * kibibyte, values: 10_000 };

/**
 * A route's body limits: the size of the largest valid body, or the minimum if that is larger. A body may contain twice
 * as many values as the largest valid body, so that unknown fields are reported.
 * @param schema the schema of the body; undefined for a route without a body
 * @param maxBytes an upper bound
 * @throws Error if the schema does not limit an array or a string
 */
export function bodyLimits(schema: AnySchemaObject | undefined, maxBytes: number): BodyLimits {
  const { bytes, values } = schema ? largestBody(schema) : { bytes: 0, values: 0 };
  return {
    bytes: Math.min(Math.max(Math.ceil(bytes / kibibyte) * kibibyte, minimum.bytes), maxBytes),
    values: Math.max(2 * values, minimum.values),
  };
}

function largestBody(schema: AnySchemaObject): BodyLimits {
  if (schema.properties) {
    const fields = Object.entries<AnySchemaObject>(schema.properties).map(([name, field]) => {
      const { bytes, values } = largestBody(field);
      return { bytes: name.length + bytes, values };
    });
    return fields.reduce(sum, { bytes: overheadBytes, values: 1 });
  }
  if (schema.items) {
    const { bytes, values } = largestBody(schema.items);
    const count = bound(schema, schema.maxItems);
    return { bytes: overheadBytes + count * bytes, values: 1 + count * values };
  }
  return { bytes: overheadBytes + characterBytes * maxLength(schema), values: 1 };
}

const sum = (one: BodyLimits, other: BodyLimits): BodyLimits => ({
  bytes: one.bytes + other.bytes,
  values: one.values + other.values,
});

function maxLength(schema: AnySchemaObject): number {
  if (schema.enum) return Math.max(...schema.enum.map((word: unknown) => String(word).length));
  if (schema.type !== undefined && ![schema.type].flat().includes('string')) return 0;
  return schema.format === 'date-time' ? timeLength : bound(schema, schema.maxLength);
}

function bound(schema: AnySchemaObject, limit: number | undefined): number {
  if (limit === undefined) throw new Error(`unbounded schema of a body: ${JSON.stringify(schema)}`);
  return limit;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, openBrace] = [0x5b, 0x7b];

/**
 * Whether a JSON document has more than `max` values. Stops at the first value beyond the maximum. An empty object or
 * array may count as two values. The result is undefined for input that is not JSON.
 */
export function hasMoreValues(json: Uint8Array, max: number): boolean {
  // Each value and its separator take at least two bytes.
  if (json.length <= 2 * max) return false;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma || byte === openBracket || byte === openBrace) {
      values += 1;
      if (values > max) return true;
    }
  }
  return false;
}

/** Returns the position of the closing quote of the string that starts at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
