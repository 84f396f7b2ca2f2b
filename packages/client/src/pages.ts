import { type Answer, unwrap } from './problem-error.ts';

/** The envelope of every list. */
export type PageOf<T> = {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

/**
 * Every page of a list, one after the other; `read` is handed the page's index, from 0. What is added or removed
 * meanwhile moves the later pages: sort by `createdAt,asc` to meet each record at least once while a list grows.
 * @throws ProblemError
 */
export async function* pages<T>(
  read: (page: number) => Promise<Answer<PageOf<T>>>,
): AsyncGenerator<PageOf<T>> {
  for (let index = 0; ; index += 1) {
    const page = unwrap(await read(index));
    yield page;
    if (index + 1 >= page.totalPages) return;
  }
}

/** Every record of a list, page by page. @throws ProblemError */
export async function* records<T>(read: (page: number) => Promise<Answer<PageOf<T>>>): AsyncGenerator<T> {
  for await (const { content } of pages(read)) yield* content;
}
