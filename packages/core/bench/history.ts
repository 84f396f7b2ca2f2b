// Measures histories for docs/performance.md: `pnpm bench:history [--captures=N] [--repetitions=N]`. Each database contains an
// item that is captured every minute, and other items.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, migrate, openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { createFilesystemStore } from '@shotclock/storage';
import {
  type CoreContext,
  countItemHistory,
  createSchedule,
  foldFeedCounts,
  getItemHistory,
  getScreenshotHistory,
  historyEdges,
  listItemCaptures,
  listScreenshots,
} from '../src/index.ts';
import { type CapturedItem, insertCaptures } from '../test/lists/item-captures.fixture.ts';
import { createTestContext } from '../test/test-context.fixture.ts';
import { elapsed, median } from './timing.ts';

const { values } = parseArgs({
  options: {
    captures: { type: 'string', default: '500000' },
    small: { type: 'string', default: '1000' },
    repetitions: { type: 'string', default: '25' },
  },
});
/** Maximum number of captures per statement, because statements have a time limit. */
const maxInserted = 20_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const log = (line: string) => process.stderr.write(`${line}\n`);
const quiet = { debug: () => undefined, info: () => undefined, warn: log, error: log };

const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
const databases: Database[] = [];

type Filled = { core: CoreContext; item: CapturedItem };

async function fill(captures: number): Promise<Filled> {
  const url = new URL(server.url);
  url.pathname = `/history_${captures}`;
  const admin = openDatabase({ url: server.url, name: 'bench', connections: 1 });
  await admin.orm.execute(`create database history_${captures}`);
  await admin.close();
  await migrate(url.href);
  const db = openDatabase({ url: url.href, name: 'bench' });
  databases.push(db);
  const core = createTestContext(db, createFilesystemStore(join(folder, 'objects')));
  const schedule = await createSchedule(core, {
    name: 'bench',
    schedule: { type: 'CRON', cronExpression: '* * * * *' },
    items: Array.from({ length: 10 }, (_, n) => ({ url: `https://example.com/${n}` })),
  });
  const [item, ...others] = schedule.items.map(({ id }) => ({
    scheduleId: schedule.id,
    itemId: id,
    accountId: core.accountId,
  }));
  const to = Date.now();
  /** One capture per minute for `count` minutes, the last one `until` minutes ago. */
  const series = (count: number, until: number) => ({
    from: new Date(to - (until + count - 1) * minuteMs).toISOString(),
    to: new Date(to - until * minuteMs).toISOString(),
    ...{ stepSeconds: 60, failEvery: 100, changeEvery: 50 },
  });
  log(`inserting ${captures} captures`);
  for (let until = captures; until > 0; ) {
    const count = Math.min(maxInserted, until);
    until -= count;
    await insertCaptures(db, item!, series(count, until));
  }
  for (const other of others) await insertCaptures(db, other, series(1_000, 0));
  log('counting days');
  const seconds = (await elapsed(async () => void (await countAll(core)))) / 1_000;
  log(`counted in ${seconds.toFixed(1)} s`);
  await foldFeedCounts(core);
  await db.orm.execute('vacuum analyze');
  return { core, item: item! };
}

async function countAll(core: CoreContext): Promise<void> {
  while ((await countItemHistory(core)) > 0);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 8; n += 1) await work();
  const times: number[] = [];
  for (let n = 0; n < Number(values.repetitions); n += 1) times.push(await elapsed(work));
  return median(times);
}

function lastPeriods(by: 'day' | 'hour', days: number, timezone: string) {
  const to = new Date();
  const edges = historyEdges({ from: new Date(to.getTime() - days * dayMs), to, by, timezone }, 800)!;
  return { by, timezone, edges };
}
const history = ({ core, item }: Filled, ...periods: Parameters<typeof lastPeriods>) => {
  const input = { ...item, ...lastPeriods(...periods) };
  return () => getItemHistory(core, input);
};
const ofAccount = ({ core }: Filled, ...periods: Parameters<typeof lastPeriods>) => {
  const input = lastPeriods(...periods);
  return () => getScreenshotHistory(core, input);
};
const around =
  ({ core, item }: Filled, daysAgo: number, size: number, changedOnly: boolean) =>
  () =>
    listItemCaptures(core, {
      ...item,
      at: new Date(Date.now() - daysAgo * dayMs),
      ...{ screenshotId: null, otherScreenshotId: null, before: size, after: size, changedOnly },
    });

/** The request that the viewer sends when it opens the history at a capture. */
const aroundCapture = ({ core, item }: Filled, daysAgo: number) => {
  const place = { at: new Date(Date.now() - daysAgo * dayMs), screenshotId: null, otherScreenshotId: null };
  const sizes = { before: 50, after: 50, changedOnly: false };
  const found = listItemCaptures(core, { ...item, ...place, ...sizes });
  return async () => {
    const { captures } = await found;
    const [screenshotId, otherScreenshotId] = [captures.at(-1)!.id, captures[0]!.id];
    const named = { at: null, screenshotId, otherScreenshotId, expand: new Set(['screenshot'] as const) };
    return listItemCaptures(core, { ...item, ...named, ...sizes });
  };
};

const page = ({ core, item }: Filled) => {
  const size = 100;
  const list = (index: number) =>
    listScreenshots(core, {
      itemId: item.itemId,
      ...{ page: index, size, sort: { field: 'completedAt', direction: 'asc' } },
    });
  return async () => list(Math.floor((await list(0)).totalPages / 2));
};

const requests: [name: string, work: (filled: Filled) => () => Promise<unknown>][] = [
  ['history, 365 days, UTC', (filled) => history(filled, 'day', 365, 'UTC')],
  ['history, 365 days, Europe/Paris', (filled) => history(filled, 'day', 365, 'Europe/Paris')],
  ['history, 365 days, Asia/Kathmandu', (filled) => history(filled, 'day', 365, 'Asia/Kathmandu')],
  ['history, 31 days by hour', (filled) => history(filled, 'hour', 31, 'Europe/Paris')],
  ['captures of the account, 365 days, UTC', (filled) => ofAccount(filled, 'day', 365, 'UTC')],
  [
    'captures of the account, 365 days, Asia/Kathmandu',
    (filled) => ofAccount(filled, 'day', 365, 'Asia/Kathmandu'),
  ],
  [
    'captures of the account, 799 days, Australia/Sydney',
    (filled) => ofAccount(filled, 'day', 798, 'Australia/Sydney'),
  ],
  ['captures of the account, 31 days by hour', (filled) => ofAccount(filled, 'hour', 31, 'Europe/Paris')],
  ['captures, 100 around a time', (filled) => around(filled, 100, 50, false)],
  ['captures, 100 around a capture, with screenshots, and another', (filled) => aroundCapture(filled, 100)],
  ['first and middle page of the list by completion', (filled) => page(filled)],
  ['captures, next and previous change', (filled) => around(filled, 100, 1, true)],
];

try {
  const small = await fill(Number(values.small));
  const large = await fill(Number(values.captures));
  const size = JSON.stringify(await history(large, 'day', 365, 'Europe/Paris')()).length;
  log(`a history of 365 days has ${size} bytes`);
  const [few, many] = [values.small, values.captures].map((count) => Number(count).toLocaleString('en'));
  console.log(`| request | ${few} captures, ms | ${many} captures, ms |`);
  console.log('| --- | --: | --: |');
  for (const [name, work] of requests)
    console.log(
      `| ${name} | ${(await time(work(small))).toFixed(2)} | ${(await time(work(large))).toFixed(2)} |`,
    );
  await large.core.db.orm.execute("update item_days_progress set day = '-infinity'");
  console.log(
    `\nwithout counted days: ${(await time(history(large, 'day', 365, 'Europe/Paris'))).toFixed(0)} ms`,
  );
} finally {
  for (const db of databases) await db.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
