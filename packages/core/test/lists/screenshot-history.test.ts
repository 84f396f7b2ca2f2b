import type { ScreenshotPeriod } from '@shotclock/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CoreContext, foldFeedCounts, getScreenshotHistory, historyEdges } from '../../src/index.ts';
import { newAccount, openWorkspaceForFile } from '../workspace.fixture.ts';

type Captured = { at: number; status: 'SUCCESS' | 'FAILED' | 'PENDING' };
type Request = { from: string; to: string; by: 'day' | 'hour'; timezone: string };

const workspace = openWorkspaceForFile();
const statuses = ['SUCCESS', 'SUCCESS', 'FAILED', 'SUCCESS', 'PENDING'] as const;
const minuteMs = 60_000;
let core: CoreContext;

/** In Paris, the clocks change on March 29. */
const requests: Request[] = [
  ...['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu'].map((timezone) => ({
    ...{ from: '2026-03-27', to: '2026-03-31', by: 'day' as const, timezone },
  })),
  ...['Europe/Paris', 'Asia/Kathmandu'].map((timezone) => ({
    ...{ from: '2026-03-28T05:05:00Z', to: '2026-03-29T21:59:59Z', by: 'hour' as const, timezone },
  })),
];

const edgesOf = ({ from, to, by, timezone }: Request) =>
  historyEdges({ from: new Date(from), to: new Date(to), by, timezone }, 800)!;

/** Capture times at the edges of all requested periods and in between. */
function captureTimes(): number[] {
  const edges = requests.filter(({ by }) => by === 'day').flatMap(edgesOf);
  const around = edges.flatMap((edge) =>
    [-6 * minuteMs, -1, 0, 1, 4 * minuteMs, 15 * minuteMs].map((offset) => edge.getTime() + offset),
  );
  const between = Array.from({ length: 300 }, (_, n) => Date.parse('2026-03-26') + n * 29 * minuteMs);
  return [...new Set([...around, ...between])];
}

async function insert(accountId: number, captures: Captured[]): Promise<void> {
  const values = captures.map(
    ({ at, status }, n) =>
      `('${status}', '${new Date(at).toISOString()}'::timestamptz, '${n % 3 ? 'SCHEDULED' : 'MANUAL'}_SCREENSHOT')`,
  );
  await workspace.db.orm.execute(`
    insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status, created_at)
    select ${accountId}, source, 'https://example.com/', false, 'png', 'json', false, false, status, at
    from (values ${values.join()}) as captures(status, at, source)`);
}

/** The expected periods, computed by a loop over all captures. */
function expected(request: Request, captures: Captured[]): ScreenshotPeriod[] {
  const edges = edgesOf(request);
  return edges.slice(0, -1).flatMap((start, n) => {
    const end = edges[n + 1]!;
    const within = captures.filter(({ at }) => at >= start.getTime() && at < end.getTime());
    const numberOf = (status: string) => within.filter((one) => one.status === status).length;
    if (within.length === 0) return [];
    return [
      {
        ...{ start: start.toISOString(), end: end.toISOString(), captures: within.length },
        ...{ successes: numberOf('SUCCESS'), failures: numberOf('FAILED'), unfinished: numberOf('PENDING') },
      },
    ];
  });
}

const read = (context: CoreContext, request: Request) =>
  getScreenshotHistory(context, { ...request, edges: edgesOf(request) });

describe("the history of an account's captures", () => {
  const captures: Captured[] = captureTimes().map((at, n) => ({
    at,
    status: statuses[n % statuses.length]!,
  }));

  beforeAll(async () => {
    core = await newAccount(workspace);
    await insert(core.accountId, captures.slice(0, 200));
    await foldFeedCounts(workspace);
    await insert(core.accountId, captures.slice(200));
    await insert((await newAccount(workspace)).accountId, captures);
  });

  test.each(requests)(
    'counts each capture in its period, by $by in $timezone from $from',
    async (request) => {
      const history = await read(core, request);
      const periods = expected(request, captures);
      expect(periods.length).toBeGreaterThan(3);
      expect(history.periods).toEqual(periods);
      const edges = edgesOf(request);
      expect(history).toMatchObject({
        ...{ by: request.by, timezone: request.timezone },
        ...{ from: edges[0]!.toISOString(), to: edges.at(-1)!.toISOString() },
      });
    },
  );

  test('reflects deletions and status changes, before and after they are folded', async () => {
    const deleted = captures.filter((_capture, n) => n % 7 === 0);
    const [settled] = captures.filter(({ status }, n) => status === 'PENDING' && n % 7 > 0);
    const times = (some: Captured[]) => some.map(({ at }) => `'${new Date(at).toISOString()}'`).join();
    const { orm } = workspace.db;
    await orm.execute(
      `delete from screenshots where account_id = ${core.accountId} and created_at in (${times(deleted)})`,
    );
    await orm.execute(
      `update screenshots set status = 'FAILED' where account_id = ${core.accountId} and created_at in (${times([settled!])})`,
    );
    const gone = new Set(deleted.map(({ at }) => at));
    const left = captures
      .filter(({ at }) => !gone.has(at))
      .map((one) => (one.at === settled!.at ? { ...one, status: 'FAILED' as const } : one));
    const check = async () => {
      for (const request of requests)
        expect((await read(core, request)).periods).toEqual(expected(request, left));
    };
    await check();
    await foldFeedCounts(workspace);
    await check();
  });

  test('is empty without captures', async () => {
    const history = await read(await newAccount(workspace), requests[0]!);
    expect(history.periods).toEqual([]);
  });
});
