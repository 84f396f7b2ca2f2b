import { type TSchema, Type } from '@sinclair/typebox';
import { type Cursor, encodeCursor, type Position } from './cursor.ts';
import { limits } from './limits.ts';
import { Nullable } from './schema.ts';

/**
 * The envelope of a list (specification, section 2.7). If the record has a title, the page is named `<title>Page` in the
 * OpenAPI document.
 */
export const Page = <T extends TSchema>(record: T) =>
  Type.Object(
    {
      content: Type.Array(record, { description: 'Records on the page.' }),
      page: Type.Integer({ minimum: 0, description: 'Index of the page, starting at 0.' }),
      size: Type.Integer({
        minimum: 1,
        description: 'Maximum number of records per page.',
        examples: [limits.pageSize.default],
      }),
      totalElements: Type.Integer({
        minimum: 0,
        description: 'Number of records on all pages.',
        examples: [1],
      }),
      totalPages: Type.Integer({ minimum: 0, description: 'Number of pages.', examples: [1] }),
      nextCursor: Type.Optional(
        Nullable(
          Type.String({
            description:
              'Cursor of the next page; null on the last page. Only in responses to requests with `cursor`.',
          }),
        ),
      ),
    },
    {
      additionalProperties: false,
      description: 'A page of records.',
      ...(record.title === undefined ? {} : { title: `${record.title}Page` }),
    },
  );
export type Page<T> = {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
  nextCursor?: string | null;
};

export const pageQueryFields = {
  page: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    default: 0,
    description: 'Index of the page, starting at 0.',
  }),
  size: Type.Integer({
    minimum: 1,
    maximum: limits.pageSize.maximum,
    default: limits.pageSize.default,
    description: 'Maximum number of records per page.',
  }),
  sort: Type.String({
    default: 'createdAt,desc',
    maxLength: 64,
    description:
      'Order of the records: field, or field,asc or field,desc. Ascending when the direction is omitted.',
  }),
  cursor: Type.Optional(
    Type.String({
      maxLength: 256,
      description:
        'Reads the list page by page without repeating or skipping records while records are added. Send an empty value first, then the ' +
        '`nextCursor` of each response. `totalElements` is the number of records when the first page was read. The other parameters, ' +
        'except `size` and `expand`, must stay the same.',
    }),
  ),
};

export type Sort<Field extends string> = { field: Field; direction: 'asc' | 'desc' };
/**
 * The requested page and its order. Records with equal sort values are sorted by ID in the same direction. With a cursor,
 * the page begins after the cursor's position, and `page` appears only in the response.
 */
export type PageRequest<Field extends string> = {
  page: number;
  size: number;
  sort: Sort<Field>;
  cursor?: Cursor | null;
};

/**
 * The sort fields whose values never change, and the types of their values in a cursor. Only lists sorted by one of these
 * fields can be read with a cursor.
 */
export const cursorFields: Readonly<Record<string, 'string' | 'number'>> = {
  createdAt: 'string',
  startedAt: 'string',
  captureTime: 'string',
  id: 'number',
  position: 'number',
};

/**
 * Parses `field` or `field,asc|desc`; the direction is case-insensitive. Returns null if the field is not in the list or
 * the direction is invalid.
 */
export function parseSort<Field extends string>(text: string, fields: readonly Field[]): Sort<Field> | null {
  const [name, given = 'asc', ...rest] = text.split(',');
  const direction = given.toLowerCase();
  const field = fields.find((candidate) => candidate === name);
  if (!field || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) return null;
  return { field, direction };
}

/** @param found the total and, with a cursor, the position of the last record of the page, which is null on the last page */
export function pageOf<T>(
  content: T[],
  { total, next }: { total: number; next?: Position | null },
  { page, size, cursor }: Pick<PageRequest<string>, 'page' | 'size' | 'cursor'>,
): Page<T> {
  const envelope = { content, page, size, totalElements: total, totalPages: Math.ceil(total / size) };
  if (!cursor) return envelope;
  const nextCursor = next ? encodeCursor({ ...cursor, after: next, page: page + 1, total }) : null;
  return { ...envelope, nextCursor };
}
