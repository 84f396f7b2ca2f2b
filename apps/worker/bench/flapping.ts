// Counts false and missed changes of pages that differ between loads: `pnpm bench:flapping [--pages=N] [--rounds=N]`. Each
// of the settings below checks N pages of each kind in each round. Before each round, a fifth of the pages really change.
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
  options: { pages: { type: 'string', default: '5' }, rounds: { type: 'string', default: '6' } },
});
const [pagesOfKind, rounds] = [Number(values.pages), Number(values.rounds)];

const settings: Record<string, ComparisonBody> = {
  'confirm: false': { confirm: false },
  'confirm: true': { confirm: true },
  'after: 5': { confirm: { after: 5 } },
  'after: 5, recent: 5': { confirm: { after: 5 }, recent: 5 },
};

const random = (below: number) => Math.floor(Math.random() * below);
const box = (id: string, top: number, content: string, style = '') =>
  `<div id="${id}" style="position:absolute;left:20px;top:${top}px;width:300px;height:60px;overflow:hidden;${style}">${content}</div>`;
let visitors = 123_400;

/** The part of a page that differs between loads, and the height of the banner above the page. */
const kinds: Record<string, () => { noise: string; banner?: number }> = {
  still: () => ({ noise: '' }),
  clock: () => ({ noise: box('clock', 100, new Date().toISOString()) }),
  counter: () => {
    visitors += 1 + random(7);
    return { noise: box('counter', 100, `Visitors: ${visitors}`) };
  },
  ad: () => {
    const creative = random(5);
    const color = `background:hsl(${creative * 72},80%,70%)`;
    return { noise: box('ad', 100, `Offer ${'ABCDE'[creative]}: buy now`, color) };
  },
  unique: () => ({ noise: box('id', 100, `Request ${random(1e9).toString(36)}`) }),
  variants: () => {
    const isB = random(2) === 1;
    return {
      noise: box('variant', 100, isB ? '<b>Start for free</b>' : 'Sign up', isB ? 'background:#fd6' : ''),
    };
  },
  banner: () => ({ noise: '', banner: random(2) * 60 }),
};

/** The counts of a table row. */
const none = {
  ...{ checks: 0, real: 0, false: 0, 'false, last round': 0 },
  ...{ missed: 0, failed: 0, 'second looks': 0 },
};

/** The edition of each page, by its path. */
const editions = new Map<string, number>();

function pageOf(path: string): string {
  const { noise, banner = 0 } = kinds[path.split('/')[1]!]!();
  const lines = Array.from({ length: 12 }, (_, n) => `<p>Paragraph ${n} of the page ${path}.</p>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body style="margin:0;font:16px sans-serif">
${banner ? `<div style="height:${banner}px;background:#cde">Today only</div>` : ''}
<div style="position:relative;height:740px">${noise}
${box('price', 200, `Price: ${100 + (editions.get(path) ?? 0)}.00`, 'font-size:20px')}
<div style="position:absolute;top:280px;left:20px">${lines}</div></div>`;
}

const site = await listenOnLoopback(
  createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://page');
    if (!(pathname.split('/')[1]! in kinds)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(pathname));
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

  const results: { name: string; kind: string; isReal: boolean; id: number; round: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pages = Object.keys(kinds).flatMap((kind) =>
      Array.from({ length: pagesOfKind }, (_, n) => ({ kind, path: `/${kind}/${n}`, n })),
    );
    for (const [at, { kind, path }] of pages.entries()) {
      const isReal = round > 0 && (at + round) % 5 === 0;
      if (isReal) editions.set(path, (editions.get(path) ?? 0) + 1);
      for (const [name, comparison] of Object.entries(settings)) {
        const url = site.url(`${path}?${encodeURIComponent(name)}`);
        const { check } = await createContentCheck(ctx, { url, width: 640, height: 800, comparison });
        // The first round sets the baselines.
        if (round > 0) results.push({ name, kind, isReal, id: check.id, round });
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
      row.false += Number(changed === true && !one.isReal);
      row['false, last round'] += Number(changed === true && !one.isReal && one.round === rounds);
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
