// Counts false and missed changes of pages that differ between loads: `pnpm bench:flapping [--pages=N] [--rounds=N]
// [--settings=NAME,…] [--kinds=NAME,…]`. Each of the settings below checks N pages of each kind in each round. Before each round, a fifth of the
// pages really change. A false change is _undecidable_ if all looks of the check show the same new appearance of a part, and
// the part never differed between the looks of an earlier check: a real change looks the same.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser } from '@shotclock/capture';
import type { ComparisonBody } from '@shotclock/contracts';
import { createContentCheck } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { migrate, openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { migrateQueue } from '@shotclock/queue';
import { createFilesystemStore } from '@shotclock/storage';
import { listenOnLoopback, startApp, testBrowser, testSandbox } from '@shotclock/testing';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '6' },
    settings: { type: 'string' },
    kinds: { type: 'string' },
  },
});
const [pagesOfKind, rounds] = [Number(values.pages), Number(values.rounds)];

const allSettings: Record<string, ComparisonBody> = {
  false: { confirm: false },
  true: { confirm: true },
  after: { confirm: { after: 5 } },
  recent: { confirm: { after: 5 }, recent: 5 },
};
const names = values.settings?.split(',') ?? Object.keys(allSettings);
const settings = Object.entries(allSettings).filter(([name]) => names.includes(name));

const random = (below: number) => Math.floor(Math.random() * below);
const box = (id: string, top: number, content: string, style = '') =>
  `<div id="${id}" style="position:absolute;left:20px;top:${top}px;width:300px;height:60px;overflow:hidden;${style}">${content}</div>`;
let visitors = 123_400;

const ad = (top: number) => {
  const creative = random(5);
  const color = `background:hsl(${creative * 72},80%,70%)`;
  return box(`ad-${top}`, top, `Offer ${'ABCDE'[creative]}: buy now`, color);
};

/** The parts of a page that differ between loads, and the height of the banner above the page. */
const kinds: Record<string, () => { noise: string[]; banner?: number }> = {
  still: () => ({ noise: [] }),
  clock: () => ({ noise: [box('clock', 100, new Date().toISOString())] }),
  counter: () => {
    visitors += 1 + random(7);
    return { noise: [box('counter', 100, `Visitors: ${visitors}`)] };
  },
  ad: () => ({ noise: [ad(100)] }),
  ads: () => ({ noise: [ad(20), ad(100)] }),
  unique: () => ({ noise: [box('id', 100, `Request ${random(1e9).toString(36)}`)] }),
  variants: () => {
    const isB = random(2) === 1;
    const button = isB ? '<b>Start for free</b>' : 'Sign up';
    return { noise: [box('variant', 100, button, isB ? 'background:#fd6' : '')] };
  },
  banner: () => ({ noise: [], banner: random(2) * 60 }),
};

/** The counts of a table row. */
const none = {
  ...{ checks: 0, real: 0, false: 0, 'of these undecidable': 0 },
  ...{ missed: 0, failed: 0, 'second looks': 0 },
};

/** The edition of each page, by its path. */
const editions = new Map<string, number>();

/** The appearances of the parts in each look, by URL and round. */
const served = new Map<string, string[][][]>();
let round = 0;

function isUndecidable(url: string, inRound: number): boolean {
  const rounds = served.get(url)!.slice(0, inRound + 1);
  return rounds[0]![0]!.some((_, part) => {
    const looks = rounds.map((one) => new Set(one.map((parts) => parts[part]!)));
    const last = looks.pop()!;
    return last.size === 1 && looks.every((one) => one.size === 1 && one.isDisjointFrom(last));
  });
}

function pageOf({ pathname: path, search }: URL): string {
  const { noise, banner = 0 } = kinds[path.split('/')[1]!]!();
  const rounds = served.get(path + search) ?? [];
  rounds[round] = [...(rounds[round] ?? []), [String(banner), ...noise]];
  served.set(path + search, rounds);
  const lines = Array.from({ length: 12 }, (_, n) => `<p>Paragraph ${n} of the page ${path}.</p>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body style="margin:0;font:16px sans-serif">
${banner ? `<div style="height:${banner}px;background:#cde">Today only</div>` : ''}
<div style="position:relative;height:740px">${noise.join('')}
${box('price', 200, `Price: ${100 + (editions.get(path) ?? 0)}.00`, 'font-size:20px')}
<div style="position:absolute;top:280px;left:20px">${lines}</div></div>`;
}

const site = await listenOnLoopback(
  createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://page');
    if (!(url.pathname.split('/')[1]! in kinds)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(url));
  }),
);
const log = (line: unknown) =>
  process.stderr.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
const quiet = { debug() {}, info() {}, warn: log, error: log };
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
try {
  await migrate(server.url);
  await migrateQueue(server.url);
  const db = openDatabase({ url: server.url, name: 'bench' });
  const store = createFilesystemStore(join(folder, 'objects'));
  const ctx = createTestContext(db, store, { contentCheckPrice: 0 });
  const env = { DATABASE_URL: server.url, DATA_DIR: folder };
  const scheduler = await startApp('scheduler', env);
  const worker = await startApp('worker', {
    ...env,
    CHROMIUM_PATH: await findBrowser(testBrowser()),
    CHROMIUM_SANDBOX: testSandbox() ? 'on' : 'off',
    WORKER_CONCURRENCY: '4',
    EGRESS_ALLOW: site.hostPort,
  });

  const results: { name: string; kind: string; isReal: boolean; id: number; url: string; round: number }[] =
    [];
  for (; round <= rounds; round += 1) {
    const pages = (values.kinds?.split(',') ?? Object.keys(kinds)).flatMap((kind) =>
      Array.from({ length: pagesOfKind }, (_, n) => ({ kind, path: `/${kind}/${n}`, n })),
    );
    for (const [at, { kind, path }] of pages.entries()) {
      const isReal = round > 0 && (at + round) % 5 === 0;
      if (isReal) editions.set(path, (editions.get(path) ?? 0) + 1);
      for (const [name, comparison] of settings) {
        const url = `${path}?${name}`;
        const request = { url: site.url(url), width: 640, height: 800, comparison };
        const { check } = await createContentCheck(ctx, request);
        // The first round sets the baselines.
        if (round > 0) results.push({ name, kind, isReal, id: check.id, url, round });
      }
    }
    for (;;) {
      const [row] = await db.orm.execute<{ left: number }>('select count(*)::integer as left from captures');
      if (row!.left === 0) break;
      await sleep(200);
    }
    log(`round ${round} of ${rounds}`);
  }

  const rows = await db.orm.execute<{ id: string; status: string; changed: boolean | null; looks: number }>(`
    select id, status, changed, case when confirm_at is null then 1 else 2 end as looks from content_checks`);
  const checks = new Map(rows.map((row) => [Number(row.id), row]));
  const table = (key: (one: (typeof results)[number]) => string) => {
    const counted: Record<string, typeof none> = {};
    for (const one of results) {
      const { status, changed, looks } = checks.get(one.id)!;
      const row = counted[key(one)] ?? { ...none };
      counted[key(one)] = row;
      row.checks += 1;
      row.real += Number(one.isReal);
      const isFalse = changed === true && !one.isReal;
      row.false += Number(isFalse);
      row['of these undecidable'] += Number(isFalse && isUndecidable(one.url, one.round));
      row.missed += Number(changed === false && one.isReal);
      row.failed += Number(status !== 'SUCCESS');
      row['second looks'] += looks - 1;
    }
    console.table(counted);
  };
  table(({ name }) => name);
  table(({ name, kind }) => `${kind}, ${name}`);
  await worker.stop();
  await scheduler.stop();
  await db.close();
} finally {
  await server.stop();
  await site.close();
  await rm(folder, { recursive: true, force: true });
}
