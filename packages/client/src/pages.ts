import { type Result, unwrap } from './problem-error.ts';

/** The envelope of every list. */
export type PageOf<T> = {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

/**
 * Reads every page of a list in order. `read` receives the index of the page, from 0. Records that are added or removed
 * meanwhile shift later pages: sort by `createdAt,asc` to read each record at least once while a list grows.
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
export async function* records<T>(read: (page: number) => Promise<Result<PageOf<T>>>): AsyncGenerator<T> {
  for await (const { content } of pages(read)) yield* content;
}
