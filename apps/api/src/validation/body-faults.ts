import type { FieldError } from '@shotclock/contracts';
import type { AnySchemaObject } from 'ajv';
import { pointerToken } from './schema-faults.ts';

/**
 * Arrays that hold more than they may. Found before anything else is looked at: a fault for each of a million wrong
 * items would cost more than the request.
 */
export function oversizedArrays(schema: AnySchemaObject, value: unknown, path = ''): FieldError[] {
  if (Array.isArray(value)) {
    if (schema.maxItems === undefined || value.length <= schema.maxItems) return [];
    return [{ path, code: 'too_many_items', message: `must hold at most ${schema.maxItems} items` }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<AnySchemaObject>(schema.properties ?? {}).flatMap(([name, field]) =>
    Object.hasOwn(value, name)
      ? oversizedArrays(field, (value as Record<string, unknown>)[name], `${path}/${pointerToken(name)}`)
      : [],
  );
}

/** The value without what lies at one of `paths`; array items keep their places. */
export function without(paths: ReadonlySet<string>, value: unknown, path = ''): unknown {
  if (paths.has(path)) return undefined;
  if (Array.isArray(value)) return value.map((item, index) => without(paths, item, `${path}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  // Without a prototype: a field named __proto__ must not lend the others their values.
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = `${path}/${pointerToken(name)}`;
    if (!paths.has(fieldPath)) kept[name] = without(paths, field, fieldPath);
  }
  return kept;
}

/** Texts that cannot be stored: Postgres knows no U+0000, and a lone surrogate is no character. */
export function textFaults(value: unknown, path = ''): FieldError[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return [];
    return [{ path, code: 'invalid_text', message: 'must not contain U+0000 or half of a surrogate pair' }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => textFaults(item, `${path}/${index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => textFaults(field, `${path}/${pointerToken(name)}`));
}
