import type { FieldError } from '@shotclock/client';
import type { Field, FieldPlace } from './field.ts';

/** Error messages by path within the settings, options or comparison, such as `width`, `hide/0` or `geolocation/latitude`. */
export type FieldFaults = ReadonlyMap<string, string>;

/** The parts of a request that contain fields. A schedule contains its pages' settings in `defaults`. */
const places: Readonly<Record<string, FieldPlace>> = {
  defaults: 'setting',
  options: 'options',
  comparison: 'comparison',
};
const pathPattern = new RegExp(`^(?:(${Object.keys(places).join('|')})/)?(([^/]+).*)$`);

/**
 * Assigns errors to fields.
 * @param fields null to accept every name below a place, so that the caller does not load the fields
 * @param prefix the JSON Pointer of the settings in the request
 * @returns the errors by field path, and the errors that no field shows
 */
export function fieldFaultsOf(
  fields: readonly Pick<Field, 'name' | 'place'>[] | null,
  errors: readonly FieldError[],
  prefix = '',
): { faults: FieldFaults; others: FieldError[] } {
  const faults = new Map<string, string>();
  const others: FieldError[] = [];
  const placeOf = new Map(fields?.map(({ name, place }) => [name, place]));
  for (const error of errors) {
    const path = error.path.startsWith(`${prefix}/`) ? error.path.slice(prefix.length + 1) : '';
    const [, at = '', below, name = ''] = pathPattern.exec(path) ?? [];
    const place = places[at];
    const ofField = placeOf.get(name);
    // The comparison of an item is a request of its own, with values at the top.
    const isShown =
      place === undefined ? ofField === 'setting' || ofField === 'comparison' : !fields || place === ofField;
    if (!isShown || below === undefined) others.push(error);
    else if (!faults.has(below)) faults.set(below, error.message);
  }
  return { faults, others };
}

/** The error for a value or, unless `isExact`, the first error inside it. */
export function faultAt(
  faults: FieldFaults,
  path: string,
  isExact = false,
): { message: string; rest: string } | null {
  for (const [at, message] of faults) {
    if (at === path) return { message, rest: '' };
    if (!isExact && at.startsWith(`${path}/`)) return { message, rest: at.slice(path.length + 1) };
  }
  return null;
}
