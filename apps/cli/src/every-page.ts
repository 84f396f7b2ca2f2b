import { limits, type Page, type PageRequest } from '@shotclock/contracts';

/** Reads all records of a list, ordered by ID. */
export async function everyPage<T>(read: (request: PageRequest<'id'>) => Promise<Page<T>>): Promise<T[]> {
  const records: T[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalPages } = await read({
      page,
      size: limits.pageSize.maximum,
      sort: { field: 'id', direction: 'asc' },
    });
    records.push(...content);
    if (page + 1 >= totalPages) return records;
  }
}
