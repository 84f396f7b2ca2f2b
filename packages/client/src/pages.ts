import { type Result, unwrap } from './problem-error.ts';

/** The envelope of every list. */
export type PageOf<T> = {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
  /** The cursor of the next page; null on the last page. Present only in lists that are read with a cursor. */
  nextCursor?: string | null;
};

/** A list that the API returns. `await` returns its first page; `for await` iterates over all its records. */
export type List<T> = Promise<PageOf<T>> &
  AsyncIterable<T> & {
    /** Iterates over the pages, starting with the first one. */
    pages(): AsyncGenerator<PageOf<T>>;
  };

/** The requested page of a list. */
type Position = { page: number } | { cursor: string };
type ReadPage<T> = (position: Position) => Promise<Result<PageOf<T>>>;
type ListQuery = { page?: number; cursor?: string; sort?: string };

/**
 * The sort fields whose values never change. Only lists sorted by one of them can be read with a cursor. An API test compares
 * this list with the API's.
 */
const cursorFields: readonly string[] = ['createdAt', 'id', 'startedAt', 'captureTime', 'position'];

/**
 * Requests the first page of `query`, and the following pages as the caller iterates. Uses a cursor, so that no record is
 * returned twice or skipped while the list grows, unless the query contains a page or sorts by another field.
 */
export function listOf<T>(query: ListQuery, read: ReadPage<T>): List<T> {
  const start = startOf(query);
  // A loop uses the same promise as `await`, so a rejection is handled in both cases.
  const first = read(start).then(unwrap);
  return Object.assign(first, {
    pages: () => pagesFrom(start, first, read),
    [Symbol.asyncIterator]: () => recordsOf(pagesFrom(start, first, read)),
  });
}

function startOf({ page, cursor, sort }: ListQuery): Position {
  if (cursor !== undefined) return { cursor };
  const field = sort?.split(',', 1)[0];
  const isStable = field === undefined || cursorFields.includes(field);
  return page === undefined && isStable ? { cursor: '' } : { page: page ?? 0 };
}

/**
 * Reads every page of a list in order. `read` receives the index of the page, from 0. Records that are added or removed
 * during the iteration shift the later pages. Sort by `createdAt,asc` to read each record at least once even while a list
 * grows.
 * @throws ProblemError
 */
export async function* pages<T>(
  read: (page: number) => Promise<Result<PageOf<T>>>,
): AsyncGenerator<PageOf<T>> {
  for (let index = 0; ; index += 1) {
    const page = unwrap(await read(index));
    yield page;
    if (index + 1 >= page.totalPages) return;
  }
}

/**
 * Reads every record of a list, page by page.
 * @throws ProblemError
 */
export function records<T>(read: (page: number) => Promise<Result<PageOf<T>>>): AsyncGenerator<T> {
  return recordsOf(pages(read));
}

async function* pagesFrom<T>(
  start: Position,
  first: Promise<PageOf<T>>,
  read: ReadPage<T>,
): AsyncGenerator<PageOf<T>> {
  let page = await first;
  for (let position = start; ; ) {
    yield page;
    const next = after(position, page);
    if (!next) return;
    position = next;
    page = unwrap(await read(position));
  }
}

/** The position of the next page, or null after the last one. */
function after(position: Position, { totalPages, nextCursor }: PageOf<unknown>): Position | null {
  if ('cursor' in position) return nextCursor ? { cursor: nextCursor } : null;
  return position.page + 1 < totalPages ? { page: position.page + 1 } : null;
}

async function* recordsOf<T>(pages: AsyncGenerator<PageOf<T>>): AsyncGenerator<T> {
  for await (const { content } of pages) yield* content;
}
