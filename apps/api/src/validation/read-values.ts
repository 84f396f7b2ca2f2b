import type { FieldError } from '@shotclock/contracts';
import type { AnySchemaObject } from 'ajv';
import { pointerToken, typeName } from './schema-faults.ts';

/**
 * Query or path values by the type that the schema gives each: texts in, numbers and truth values out. Only digits make
 * an integer, and a parameter that comes twice is refused. Unknown names stay as they are, for the schema to refuse.
 */
export function readValues(
  schema: AnySchemaObject,
  given: Record<string, unknown>,
): { values: Record<string, unknown>; faults: FieldError[] } {
  // Entries, as a parameter may be called __proto__.
  const values: [string, unknown][] = [];
  const faults: FieldError[] = [];
  for (const [name, value] of Object.entries(given)) {
    const path = `/${pointerToken(name)}`;
    const type: string = schema.properties?.[name]?.type ?? 'string';
    if (typeof value !== 'string') {
      faults.push({ path, code: 'duplicate', message: 'must be given once' });
      values.push([name, value]);
      continue;
    }
    const read = readValue(value, type);
    if (read === undefined) faults.push({ path, code: 'invalid_type', message: `must be ${typeName(type)}` });
    values.push([name, read ?? value]);
  }
  return { values: Object.fromEntries(values), faults };
}

function readValue(text: string, type: string): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? finite(Number(text)) : undefined;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return { true: true, false: false }[text];
  return text;
}

/** However many digits there are: what is too large is judged by the schema's bounds, or is an id that nothing has. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}
