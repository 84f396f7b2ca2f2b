// Values that a page does not set are inherited from its schedule. Values that a schedule does not set are inherited from the
// defaults. A form edits the values of one level, its own values.
import type { Field, FieldPlace } from './field.ts';

/** The values set at one level, by field name. A missing value or null is inherited. */
export type OwnValues = Readonly<Record<string, unknown>>;

/** Stands for values that differ between the selected pages, or that only some of them set. */
export const mixedValue = Symbol('mixed');

export const isOwn = (value: unknown): boolean => value !== undefined && value !== null;

export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether the field inherits a value from the level above, or would if its own value were removed. */
export const inheritsFromAbove = (
  { name, excludedBy = [] }: Field,
  own: OwnValues,
  above: OwnValues,
): boolean =>
  // `fullPage: false` selects no area, so it excludes nothing.
  isOwn(above[name]) && !excludedBy.some((other) => isOwn(own[other]) && own[other] !== false);

/** The value that is used if the field is not set. Null if there is none, or if the device determines it. */
export function inheritedValue(field: Field, own: OwnValues, above: OwnValues): unknown {
  if (inheritsFromAbove(field, own, above)) return above[field.name];
  const hasDevice = isOwn(own.device) || isOwn(above.device);
  return hasDevice && field.ofDevice !== undefined ? field.ofDevice : field.default;
}

/** The fields whose own value differs from the inherited one. */
export const differingFields = (fields: readonly Field[], own: OwnValues, above: OwnValues): Field[] =>
  fields.filter(
    (field) => isOwn(own[field.name]) && !isEqual(own[field.name], inheritedValue(field, own, above)),
  );

/** The values of a capture: its own, and those that it inherits from the level above. Fields with their default values are omitted. */
export function usedValues(fields: readonly Field[], own: OwnValues, above: OwnValues): OwnValues {
  const sent = changedValues({}, own);
  const inherited = fields.filter((field) => inheritsFromAbove(field, sent, above));
  return { ...Object.fromEntries(inherited.map(({ name }) => [name, above[name]])), ...sent };
}

/** The values to send: those that differ between two states of a form. Null removes a value. */
export function changedValues(before: OwnValues, after: OwnValues): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [old, value] = [before[name] ?? null, sentValue(after[name])];
      return isEqual(old, value) ? [] : [[name, value]];
    }),
  );
}

/** Removes what an input leaves in an empty value: blank lines and texts, and objects without values. */
function sentValue(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) {
    const entries = value.map((entry: string) => entry.trim()).filter((entry) => entry !== '');
    return entries.length === 0 ? null : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(([, part]) => sentValue(part) !== null);
  return parts.length === 0 ? null : Object.fromEntries(parts);
}

/** Distributes values to the parts of a request. Parts without values are omitted. */
export function bodyOf(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): { settings: Record<string, unknown>; options?: object; comparison?: object } {
  const at = (place: FieldPlace) =>
    Object.fromEntries(
      fields
        .filter((field) => field.place === place && field.name in values)
        .map(({ name }) => [name, values[name]]),
    );
  const [options, comparison] = [at('options'), at('comparison')];
  return {
    settings: at('setting'),
    ...(Object.keys(options).length > 0 && { options }),
    ...(Object.keys(comparison).length > 0 && { comparison }),
  };
}

/** The values in a response. Places that it does not contain set no values. */
type Stored = {
  setting?: object | undefined;
  options?: object | null | undefined;
  comparison?: object | undefined;
};

/**
 * The values that a response sets.
 * @param complete the places for which the response contains defaults instead of omitting them
 */
export function ownValuesOf(
  fields: readonly Field[],
  stored: Stored,
  complete: readonly FieldPlace[],
): OwnValues {
  const places = stored as Record<FieldPlace, Record<string, unknown> | null | undefined>;
  return Object.fromEntries(
    fields.flatMap(({ name, place, default: standard }) => {
      const value = places[place]?.[name];
      const isDefault = complete.includes(place) && isEqual(value, standard);
      return isOwn(value) && !isDefault ? [[name, value]] : [];
    }),
  );
}

/** The own values of several pages as the values of one form; `mixedValue` for fields with different values. */
export function mergedValues(pages: readonly OwnValues[]): OwnValues {
  const [first = {}, ...others] = pages;
  const names = new Set(pages.flatMap((own) => Object.keys(own)));
  return Object.fromEntries(
    [...names].map((name) => {
      const isCommon = others.every((own) => isEqual(own[name], first[name]));
      return [name, isCommon ? first[name] : mixedValue];
    }),
  );
}
