import { createHash } from 'node:crypto';
import {
  cursorFields,
  type PageRequest,
  pageQueryFields,
  parseCursor,
  parseSort,
} from '@shotclock/contracts';
import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { type RequestRule, type RuleRequest, urlPathOf } from './rules.ts';

/** The schema of a query string. Other parameters are rejected, and parameters with a default are optional. */
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

type PageQuery = { page: number; size: number; sort: string; cursor?: string };
type ListRequest = { url: string; query: PageQuery };

/** The page that a valid request asks for. The rest of the query determines the list. */
export function pageRequest<Field extends string>(
  { url, query }: ListRequest,
  fields: readonly [Field, ...Field[]],
): Required<PageRequest<Field>> {
  const { page, size, cursor } = query;
  const sort = parseSort(query.sort, fields) ?? { field: fields[0], direction: 'desc' };
  if (cursor === undefined) return { page, size, sort, cursor: null };
  const parsed = parseCursor(cursor, selectionOf({ urlPath: urlPathOf(url), query }, fields));
  return { page: parsed?.page ?? 0, size, sort, cursor: parsed };
}

/** Rejects a `sort` with an unknown field or direction, and a `cursor` that does not belong to the request. */
export function pageRule(fields: readonly string[]): RequestRule {
  const message = `must be field or field,asc|desc with a field of: ${fields.join(', ')}`;
  return ({ urlPath, query }) => {
    if (query.sort !== undefined && parseSort(query.sort, fields) === null)
      return [{ path: '/sort', code: 'invalid_sort', message }];
    return query.cursor === undefined ? [] : cursorErrors({ urlPath, query }, query.cursor, fields);
  };
}

type RawRequest = Pick<RuleRequest, 'urlPath' | 'query'>;

function cursorErrors({ urlPath, query }: RawRequest, cursor: string, fields: readonly string[]) {
  const { field } = parseSort(query.sort ?? '', fields) ?? { field: fields[0]! };
  const stable = fields.filter((one) => Object.hasOwn(cursorFields, one));
  if (query.page !== undefined && query.page !== '0')
    return [{ path: '/page', code: 'not_with_cursor', message: 'cannot be combined with cursor' }];
  if (!stable.includes(field))
    return [
      { path: '/sort', code: 'not_with_cursor', message: `must be one of ${stable.join(', ')} with cursor` },
    ];
  const selection = selectionOf({ urlPath, query }, fields);
  const parsed = parseCursor(cursor, selection);
  const isPosition = parsed?.after === null || typeof parsed?.after.value === cursorFields[field];
  if (parsed?.selection === selection && isPosition) return [];
  return [
    {
      path: '/cursor',
      code: 'invalid_cursor',
      message: 'must be empty, or the nextCursor of a response to the same request',
    },
  ];
}

/** The parameters that may change from page to page. */
const pageParameters = ['page', 'size', 'cursor', 'expand'];

/** Identifies the list, its order and its filters. */
function selectionOf(
  { urlPath, query }: { urlPath: string; query: Record<string, unknown> },
  fields: readonly string[],
): string {
  const { sort = `${fields[0]},desc`, ...filters } = query;
  const selected = Object.entries({ ...filters, sort })
    .filter(([name]) => !pageParameters.includes(name))
    .map(([name, value]) => `${name}=${value}`);
  return createHash('sha256')
    .update([urlPath, ...selected.sort()].join('\n'))
    .digest('base64url')
    .slice(0, 10);
}
