import { type PageRequest, pageQueryFields, parseSort } from '@shotclock/contracts';
import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { RequestRule } from './rules.ts';

/** The schema of a query string. Other parameters are not permitted, and a parameter with a default is optional. */
export function Query<T extends TProperties>(fields: T) {
  const schema = Type.Object(fields, { additionalProperties: false });
  const { required, ...open } = schema as typeof schema & { required?: string[] };
  const mandatory = required?.filter((name) => fields[name]?.default === undefined) ?? [];
  return Type.Unsafe<Static<typeof schema>>({ ...open, required: mandatory });
}

/** The page parameters of a list that can be sorted by `fields`. */
export function pageFields(fields: readonly string[]) {
  const { sort } = pageQueryFields;
  return {
    ...pageQueryFields,
    sort: Type.String({ ...sort, description: `${sort.description} Fields: ${fields.join(', ')}.` }),
  };
}

/** The page that a valid query requests. */
export function pageRequest<Field extends string>(
  query: { page: number; size: number; sort: string },
  fields: readonly [Field, ...Field[]],
): PageRequest<Field> {
  const sort = parseSort(query.sort, fields) ?? { field: fields[0], direction: 'desc' };
  return { page: query.page, size: query.size, sort };
}

/** Rejects a `sort` with another field or direction. */
export function sortRule(fields: readonly string[]): RequestRule {
  const message = `must be field or field,asc|desc with a field of: ${fields.join(', ')}`;
  return ({ query }) =>
    query.sort === undefined || parseSort(query.sort, fields) !== null
      ? []
      : [{ path: '/sort', code: 'invalid_sort', message }];
}
