import { type TSchema, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';

/** The envelope of a list (specification, section 2.7). The OpenAPI document calls it `<title>Page` when the record has a title. */
export const Page = <T extends TSchema>(record: T) =>
  Type.Object(
    {
      content: Type.Array(record, { description: 'Records of the page.' }),
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
    },
    {
      additionalProperties: false,
      description: 'A page of records.',
      ...(record.title === undefined ? {} : { title: `${record.title}Page` }),
    },
  );
export type Page<T> = { content: T[]; page: number; size: number; totalElements: number; totalPages: number };

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
};

export type Sort<Field extends string> = { field: Field; direction: 'asc' | 'desc' };
/** Which page is requested, and in which order. Records with equal sort values are ordered by ID in the same direction. */
export type PageRequest<Field extends string> = { page: number; size: number; sort: Sort<Field> };

/** The sort fields of each list. The first is the default. */
export const sortFields = {
  schedules: ['createdAt', 'updatedAt', 'id', 'name', 'nextRunAt'],
  executions: ['createdAt', 'id', 'startedAt', 'completedAt', 'status'],
  items: ['createdAt', 'updatedAt', 'id', 'url', 'position'],
  screenshots: ['createdAt', 'id', 'completedAt'],
  screenshotActivity: ['createdAt', 'captureTime'],
  contentChangeActivity: ['createdAt'],
  contentChecks: ['createdAt', 'id', 'completedAt'],
} as const;
export type SortField<List extends keyof typeof sortFields> = (typeof sortFields)[List][number];

/** Parses `field` or `field,asc|desc`, the direction in any case; null when the field is not in the list or the direction is invalid. */
export function parseSort<Field extends string>(text: string, fields: readonly Field[]): Sort<Field> | null {
  const [name, given = 'asc', ...rest] = text.split(',');
  const direction = given.toLowerCase();
  const field = fields.find((candidate) => candidate === name);
  if (!field || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) return null;
  return { field, direction };
}

export function pageOf<T>(
  content: T[],
  totalElements: number,
  { page, size }: { page: number; size: number },
): Page<T> {
  return { content, page, size, totalElements, totalPages: Math.ceil(totalElements / size) };
}
