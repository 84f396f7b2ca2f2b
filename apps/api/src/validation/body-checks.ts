import { type FieldError, pointerToken } from '@shotclock/contracts';
import type { AnySchemaObject } from 'ajv';

/**
 * Errors for arrays that exceed their `maxItems`. This check runs first, because reporting an error for each of a million
 * invalid items would take longer than the rest of the request.
 */
export function oversizedArrayErrors(schema: AnySchemaObject, value: unknown, path = ''): FieldError[] {
  if (Array.isArray(value)) {
    if (schema.maxItems === undefined || value.length <= schema.maxItems) return [];
    return [{ path, code: 'too_many_items', message: `must hold at most ${schema.maxItems} items` }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<AnySchemaObject>(schema.properties ?? {}).flatMap(([name, field]) =>
    Object.hasOwn(value, name)
      ? oversizedArrayErrors(field, (value as Record<string, unknown>)[name], `${path}/${pointerToken(name)}`)
      : [],
  );
}

/** Errors for strings that Postgres cannot store: those that contain U+0000 or a lone surrogate. */
export function textErrors(value: unknown, path = ''): FieldError[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return [];
    return [{ path, code: 'invalid_text', message: 'must not contain U+0000 or an unpaired surrogate' }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => textErrors(item, `${path}/${index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => textErrors(field, `${path}/${pointerToken(name)}`));
}

/** Returns a copy of the value without the parts at `paths`, or the value itself if there are no paths. Array items keep their indexes. */
export function omitPaths(paths: ReadonlySet<string>, value: unknown, path = ''): unknown {
  if (paths.size === 0) return value;
  if (paths.has(path)) return undefined;
  if (Array.isArray(value)) return value.map((item, index) => omitPaths(paths, item, `${path}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  // The object has no prototype, because a field can be called __proto__.
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = `${path}/${pointerToken(name)}`;
    if (!paths.has(fieldPath)) kept[name] = omitPaths(paths, field, fieldPath);
  }
  return kept;
}
