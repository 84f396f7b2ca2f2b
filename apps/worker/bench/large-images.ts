// Measures a worker that processes huge images for docs/adr/0026: `pnpm bench:large-images [--deadline=SECONDS]
// [--height=PIXELS]`. Linux only: memory is read from /proc. One account checks two pages of noise, with PNGs of 400 MB
// each, for changes. Meanwhile, another account captures five pages with PNGs of 25 MB.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser } from '@shotclock/capture';
import { createContentCheck, createScreenshot } from '@shotclock/core';
import { createTestContext } from '@shotclock/core/test-context';
import { migrate, openDatabase } from '@shotclock/db';
import { startEmbeddedPostgres } from '@shotclock/embedded';
import { migrateQueue } from '@shotclock/queue';
import { mallocSettings } from '@shotclock/runtime';
import { createFilesystemStore } from '@shotclock/storage';
import { listenOnLoopback, startApp, testBrowser, testSandbox } from '@shotclock/testing';

const { values } = parseArgs({
  options: { deadline: { type: 'string', default: '90' }, height: { type: 'string', default: '65000' } },
});
const limitMebibytes = 1_536;
const width = 2_064;
/** Noise cannot be compressed, so a PNG takes three bytes per pixel. */
const small = { width: 1_280, height: 6_500 };

/** A page with `height` rows of noise, which is different each time the page is loaded. */
const noisePage = (
  height: number,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Noise</title>
<body style="margin:0;height:${height}px"><script>
const canvas = Object.assign(document.createElement('canvas'), { width: 2064, height: 512 });
const context = canvas.getContext('2d');
const image = context.createImageData(2064, 512);
new Uint32Array(image.data.buffer).forEach((_, at, pixels) => { pixels[at] = (Math.random() * 2 ** 32) | 0xff000000; });
context.putImageData(image, 0, 0);
document.body.style.backgroundImage = 'url(' + canvas.toDataURL() + ')';
</script>`;

const log = (line: unknown) =>
  process.stderr.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
const quiet = { debug() {}, info() {}, warn: log, error: log };
const folder = await mkdtemp(join(tmpdir(), 'shotclock-bench-'));
const pages = await listenOnLoopback(
  createServer((request, response) => {
    const height = Number(new URL(request.url ?? '', 'http://page').searchParams.get('height'));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(noisePage(height));
  }),
);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), logger: quiet });
try {
  await migrate(server.url);
  await migrateQueue(server.url);
  const db = openDatabase({ url: server.url, name: 'bench' });
  const [account] = await db.orm.execute<{ id: string }>(
    `insert into accounts (name) values ('neighbor') returning id`,
  );
  const store = createFilesystemStore(join(folder, 'objects'));
  const tenant = createTestContext(db, store, { contentCheckPrice: 0 });
  const neighbor = { ...tenant, accountId: Number(account!.id) };
  const env = { ...mallocSettings, DATABASE_URL: server.url, DATA_DIR: folder };
  const scheduler = await startApp('scheduler', env);
  const worker = await startApp('worker', {
    ...env,
    LOG_LEVEL: 'warn',
    CHROMIUM_PATH: await findBrowser(testBrowser()),
    CHROMIUM_SANDBOX: testSandbox() ? 'on' : 'off',
    WORKER_CONCURRENCY: '2',
    WORKER_MEMORY_MB: String(limitMebibytes),
    CAPTURE_DEADLINE_SECONDS: values.deadline,
    EGRESS_ALLOW: pages.hostPort,
  });

  /** Waits until all captures are settled, and prints the results. */
  async function untilSettled(round: string): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const [row] = await db.orm.execute<{ left: number }>('select count(*)::integer as left from captures');
      if (row!.left === 0) break;
      await sleep(500);
    }
    const rows = await db.orm.execute(`
      select s.account_id as account, s.status, s.attempt, s.description, round(s.bytes / 1e6) as megabytes,
        round(extract(epoch from s.captured_at - s.created_at)::numeric, 1) as seconds,
        c.status as "check", c.ratio, c.description as "checkDescription"
      from screenshots s left join content_checks c on c.screenshot_id = s.id order by s.id`);
    console.log(`${round}: settled after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    console.table([...rows]);
    console.log(
      `peak RSS of the worker process so far: ${await peakMebibytes(worker.pid)} MiB of ${limitMebibytes}`,
    );
  }

  const check = (name: string) =>
    createContentCheck(tenant, {
      url: pages.url(`/${name}?height=${values.height}`),
      fullPage: true,
      width,
      height: 1_080,
    });
  await check('one');
  await check('other');
  await untilSettled('baselines');
  await check('one');
  await check('other');
  for (let page = 1; page <= 5; page += 1)
    await createScreenshot(neighbor, {
      request: {
        url: pages.url(`/${page}?height=${small.height}`),
        fullPage: true,
        width: small.width,
        height: 800,
      },
    });
  await untilSettled('comparisons and the neighbor');
  await worker.stop();
  await scheduler.stop();
  await db.close();
} finally {
  await server.stop();
  await pages.close();
  await rm(folder, { recursive: true, force: true });
}

/**
 * The peak resident set size of a process, as recorded by the kernel. Apart from browsers, the worker consists of a
 * single process.
 */
async function peakMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)![1]) / 1_024);
}
