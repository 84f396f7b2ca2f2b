// An API client that requests captures one at a time while API processes are killed. It sends every second request with
// an Idempotency-Key and retries it until it receives a response. The other requests are sent only once.
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { ApiClient, ItemSettings } from './api-client.ts';

type Post = {
  url: string;
  key: string | null;
  /** The acknowledged screenshot. */
  id: number | null;
  tookMs: number;
  /** The retried request took effect, but its original response was lost. */
  responseLost: boolean;
};

const pauseMs = 150;
const againMs = 250;
const responseTimeoutMs = 10_000;

export function startPostingClient(client: ApiClient, item: (name: string) => ItemSettings) {
  const posts: Post[] = [];
  let stopping = false;

  async function post(name: string, key: string | null): Promise<void> {
    const body = item(name);
    const begun = Date.now();
    const made: Post = { url: body.url, key, id: null, tookMs: 0, responseLost: false };
    posts.push(made);
    const headers: Record<string, string> = {
      prefer: 'respond-async',
      ...(key === null ? {} : { 'idempotency-key': key }),
    };
    for (;;) {
      const response = await client
        .request('POST', '/screenshots', { body, headers, timeoutMs: responseTimeoutMs })
        .catch(() => undefined);
      made.tookMs = Date.now() - begun;
      if (response?.status === 202) made.id = (response.body as { id: number }).id;
      made.responseLost = response?.status === 409 && /response was lost/.test(JSON.stringify(response.body));
      if (made.id !== null || made.responseLost || key === null) return;
      await delay(againMs);
    }
  }

  async function work(): Promise<void> {
    for (let n = 1; !stopping; n += 1) {
      await post(`post ${begun} ${n}`, n % 2 === 0 ? `post-${begun}-${n}` : null);
      await delay(pauseMs);
    }
  }
  const begun = Date.now();
  const working = work();

  return {
    async stop() {
      stopping = true;
      await working;
      return {
        acknowledged: posts.filter((one) => one.id !== null).length,
        slowestMs: Math.max(0, ...posts.filter((one) => one.id !== null).map((one) => one.tookMs)),
        /** Returns acknowledged captures that do not exist, and requests that created two captures. */
        async broken(sql: Sql, since: number) {
          const rows = await sql<{ id: string; url: string }[]>`
            select id, url from screenshots where id > ${since} and source = 'MANUAL_SCREENSHOT'`;
          const lost: string[] = [];
          const twice: string[] = [];
          for (const one of posts) {
            const made = rows.filter((row) => row.url === one.url);
            if (made.length > 1) twice.push(`captured ${made.length} times: ${JSON.stringify(one)}`);
            const promised = one.id !== null || one.responseLost;
            const there = one.id === null ? made.length === 1 : made.some((row) => Number(row.id) === one.id);
            if (promised && !there) lost.push(`acknowledged, but does not exist: ${JSON.stringify(one)}`);
          }
          return { lost, twice };
        },
      };
    },
  };
}
