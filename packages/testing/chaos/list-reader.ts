// An API client that keeps paging through feeds and lists and checks every response: the number of records on each page
// matches the total, no record appears twice, and each record has a readable image.
import type { ApiClient } from './api-client.ts';
import type { Random } from './random.ts';

export type ListReader = {
  /** Reads until `stop` aborts, and returns the violations. */
  read(stop: AbortSignal): Promise<string[]>;
  /** Number of responses checked. */
  answers(): number;
};

type Listed = {
  content: { id?: number; screenshotId?: string; status: string }[];
  page: number;
  size: number;
  totalElements: number;
  totalPages: number;
};

const feeds = [
  '/activity/screenshots',
  '/activity/screenshots?source=MANUAL_SCREENSHOT',
  '/screenshots',
  '/screenshots?status=SUCCESS',
];
const others = ['/activity/content-changes', '/content-changes'];

/** @param lists additional paths that return pages */
export function createListReader(client: ApiClient, random: Random, lists: readonly string[]): ListReader {
  const paths = [...feeds, ...others, ...lists];
  const totals = new Map<string, number>();
  let answers = 0;

  /** Usually the last page, because the number of its records reveals a wrong total. */
  function nextPage(path: string, size: number): number {
    const last = Math.floor(Math.max(0, (totals.get(path) ?? 0) - 1) / size);
    return random.integer(0, 3) === 0 ? random.integer(0, last + 1) : last;
  }

  async function readList(): Promise<string[]> {
    const path = random.pick(paths);
    const size = random.pick([3, 20, 200]);
    const sort = `createdAt,${random.pick(['asc', 'desc'])}`;
    const asked = `${path}${path.includes('?') ? '&' : '?'}page=${nextPage(path, size)}&size=${size}&sort=${sort}`;
    const answer = await client.request('GET', asked);
    answers += 1;
    if (answer.status !== 200) return [`${asked}: ${answer.status} ${JSON.stringify(answer.body)}`];
    const list = answer.body as Listed;
    totals.set(path, list.totalElements);
    const violations = violationsOf(list).map((violation) => `${asked}: ${violation}`);
    const shown = list.content.filter(({ status }) => status === 'SUCCESS' || status === 'COMPLETED');
    const one = path.includes('screenshots') && shown.length > 0 ? random.pick(shown) : undefined;
    return one ? [...violations, ...(await readImage(Number(one.screenshotId ?? one.id)))] : violations;
  }

  /** A listed record has an image unless the record has been deleted in the meantime. */
  async function readImage(id: number): Promise<string[]> {
    const { status, body } = await client.request('GET', `/screenshots/${id}/image`);
    answers += 1;
    if (status === 200) return [];
    const { status: ofRecord } = await client.request('GET', `/screenshots/${id}`);
    if (ofRecord === 404 && status === 404) return [];
    return [
      `the image of screenshot ${id} has status ${status} ${JSON.stringify(body)}, and the record ${ofRecord}`,
    ];
  }

  return {
    answers: () => answers,
    async read(stop) {
      const broken: string[] = [];
      while (!stop.aborted && broken.length < 5) broken.push(...(await readList()));
      return broken;
    },
  };
}

function violationsOf({ content, page, size, totalElements, totalPages }: Listed): string[] {
  const onPage = Math.min(size, Math.max(0, totalElements - page * size));
  const ids = content.map(({ id, screenshotId }) => id ?? screenshotId).filter((id) => id !== undefined);
  return [
    ...(content.length === onPage ? [] : [`${content.length} records where the total says ${onPage}`]),
    ...(totalPages === Math.ceil(totalElements / size)
      ? []
      : [`${totalPages} pages of ${totalElements} records`]),
    ...(new Set(ids).size === ids.length ? [] : ['a record appears twice']),
  ];
}
