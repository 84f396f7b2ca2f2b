import { type TSchema, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';

/** The envelope of section 2.7. Of records with a title it is `<title>Page` in the OpenAPI document. */
export const Page = <T extends TSchema>(record: T) =>
  Type.Object(
    {
      content: Type.Array(record, { description: 'Records of the page.' }),
      page: Type.Integer({ minimum: 0, description: 'Current page index, from 0.' }),
      size: Type.Integer({ minimum: 1, description: 'Page size.', examples: [limits.pageSize.default] }),
      totalElements: Type.Integer({ minimum: 0, description: 'Total records.', examples: [1] }),
      totalPages: Type.Integer({ minimum: 0, description: 'Total pages.', examples: [1] }),
    },
    {
      additionalProperties: false,
      description: 'A page of records (specification, section 2.7).',
      ...(record.title === undefined ? {} : { title: `${record.title}Page` }),
    },
  );
export type Page<T> = { content: T[]; page: number; size: number; totalElements: number; totalPages: number };

export const pageQueryFields = {
  page: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    default: 0,
    description: 'Zero-based page index.',
  }),
  size: Type.Integer({
    minimum: 1,
    maximum: limits.pageSize.maximum,
    default: limits.pageSize.default,
    description: 'Records per page.',
  }),
  sort: Type.String({
    default: 'createdAt,desc',
    description: 'field or field,asc|desc; ascending when the direction is left out.',
  }),
};

export type Sort<Field extends string> = { field: Field; direction: 'asc' | 'desc' };
/** Where a page starts and how its records are ordered; ties break by id in the same direction. */
export type PageRequest<Field extends string> = { page: number; size: number; sort: Sort<Field> };

/** The fields by which each list may be sorted. The first is what sorts when nothing is asked. */
export const sortFields = {
  schedules: ['createdAt', 'updatedAt', 'id', 'name', 'nextRunAt'],
  executions: ['createdAt', 'id', 'startedAt', 'completedAt', 'status'],
  items: ['createdAt', 'updatedAt', 'id', 'url', 'position'],
  screenshots: ['createdAt', 'id', 'completedAt'],
  activity: ['createdAt'],
  contentChecks: ['createdAt', 'id', 'completedAt'],
} as const;
export type SortField<List extends keyof typeof sortFields> = (typeof sortFields)[List][number];

/** Reads `field` or `field,asc|desc`; null when the field is not in the list or the direction is another word. */
export function parseSort<Field extends string>(text: string, fields: readonly Field[]): Sort<Field> | null {
  const [name, direction = 'asc', ...rest] = text.split(',');
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
