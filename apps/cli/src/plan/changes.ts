import { isDeepStrictEqual } from 'node:util';
import type { Fields } from './schedule-spec.ts';

/** A field that differs. Undefined is the default. */
export type Change = { path: string[]; from: unknown; to: unknown };

/** Objects whose fields a PATCH merges one by one. Other objects are replaced as a whole. */
const merged = [
  'schedule',
  'policy',
  'policy.comparison',
  'policy.options',
  'policy.defaults',
  'options',
  'comparison',
];

export function changesBetween(from: Fields, to: Fields, parent: string[] = []): Change[] {
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])];
  return names.flatMap((name): Change[] => {
    const path = [...parent, name];
    const [before, after] = [from[name], to[name]];
    if (merged.includes(path.join('.')))
      return changesBetween((before ?? {}) as Fields, (after ?? {}) as Fields, path);
    return isDeepStrictEqual(before, after) ? [] : [{ path, from: before, to: after }];
  });
}

/** Returns the body of a PATCH request that makes the changes. Null restores the default of a field. */
export function patchOf(changes: Change[]): Fields {
  const patch: Fields = {};
  for (const { path, to } of changes) {
    let fields = patch;
    for (const name of path.slice(0, -1)) {
      fields[name] ??= {};
      fields = fields[name] as Fields;
    }
    fields[path.at(-1)!] = to ?? null;
  }
  return patch;
}
