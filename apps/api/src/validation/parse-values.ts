import { type FieldError, limits, pointerToken, typeName } from '@shotclock/contracts';
import type { AnySchemaObject } from 'ajv';

/** Maximum length of a parameter: the maximum length of a URL. Parameters with their own `maxLength` have a smaller maximum. */
const maxValueLength = limits.urlLength;

/**
 * Converts query or path values from strings to the numbers and booleans that the schema declares. An integer consists
 * only of digits without leading zeros, so that each resource has exactly one path. A repeated parameter and a value that
 * is too long are errors. Unknown parameters remain strings; the schema rejects them.
 */
export function parseValues(
  schema: AnySchemaObject,
  given: Record<string, unknown>,
): { values: Record<string, unknown>; errors: FieldError[] } {
  // An array of entries, because a parameter can be called __proto__.
  const values: [string, unknown][] = [];
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(given)) {
    const path = `/${pointerToken(name)}`;
    const type: string = schema.properties?.[name]?.type ?? 'string';
    if (typeof value !== 'string') {
      errors.push({ path, code: 'duplicate', message: 'must not be repeated' });
      values.push([name, value]);
      continue;
    }
    const maximum: number = schema.properties?.[name]?.maxLength ?? maxValueLength;
    if (isLonger(value, maximum)) {
      errors.push({ path, code: 'too_long', message: `must have at most ${maximum} characters` });
      values.push([name, value]);
      continue;
    }
    const parsed = parseValue(value, type);
    if (parsed === undefined)
      errors.push({ path, code: 'invalid_type', message: `must be ${typeName(type)}` });
    values.push([name, parsed ?? value]);
  }
  return { values: Object.fromEntries(values), errors };
}

/**
 * Counts characters as JSON Schema does: a surrogate pair counts as one. Strings that are clearly too long are not
 * counted.
 */
function isLonger(text: string, maximum: number): boolean {
  return text.length > maximum && (text.length > 2 * maximum || [...text].length > maximum);
}

function parseValue(text: string, type: string): unknown {
  if (type === 'integer') return /^(0|-?[1-9]\d*)$/.test(text) ? clampToFinite(Number(text)) : undefined;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return { true: true, false: false }[text];
  return text;
}

/**
 * An integer can have any number of digits. The schema rejects values that are out of range, and no resource has such a
 * large ID.
 */
function clampToFinite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}
