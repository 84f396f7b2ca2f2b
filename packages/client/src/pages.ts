import { type Result, unwrap } from './problem-error.ts';

/** The envelope of every list. */
export type PageOf<T> = {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

/** A list of the API: await it for its first page, or iterate over all its records with `for await`. */
export type List<T> = Promise<PageOf<T>> &
  AsyncIterable<T> & {
    /** Iterates over the pages, from the first one. */
    pages(): AsyncGenerator<PageOf<T>>;
  };

/** Which page of a list is requested. */
type Position = { page: number };
type ReadPage<T> = (position: Position) => Promise<Result<PageOf<T>>>;

/** Requests the first page of `query`, and further pages while a caller iterates. */
export function listOf<T>(query: Partial<Position>, read: ReadPage<T>): List<T> {
  const start = { page: query.page ?? 0 };
  // A loop takes the same promise as `await`, so that a rejection has a handler in both cases.
  const first = read(start).then(unwrap);
  return Object.assign(first, {
    pages: () => pagesFrom(start, first, read),
    [Symbol.asyncIterator]: () => recordsOf(pagesFrom(start, first, read)),
  });
}

/**
 * Reads every page of a list in order. `read` receives the index of the page, from 0. Records that are added or removed
 * meanwhile shift later pages: sort by `createdAt,asc` to read each record at least once while a list grows.
 * @throws ProblemError
 */
export async function* pages<T>(
  read: (page: number) => Promise<Result<PageOf<T>>>,
): AsyncGenerator<PageOf<T>> {
  yield* pagesFrom({ page: 0 }, read(0).then(unwrap), ({ page }) => read(page));
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
function after({ page }: Position, { totalPages }: PageOf<unknown>): Position | null {
  return page + 1 < totalPages ? { page: page + 1 } : null;
}

async function* recordsOf<T>(pages: AsyncGenerator<PageOf<T>>): AsyncGenerator<T> {
  for await (const { content } of pages) yield* content;
}
