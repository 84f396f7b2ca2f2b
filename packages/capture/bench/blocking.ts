import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '@shotclock/egress';
import { encodePng, testBrowser, testSandbox, treeCpuMs } from '@shotclock/testing';
import { type CaptureRequest, createBrowserSupervisor, findBrowser } from '../src/index.ts';
import { captureRequest } from '../test/capture-bench.fixture.ts';

// `node packages/capture/bench/blocking.ts [pairs]`: captures a page with 60 third-party requests, alternately with and
// without blocking, and reports the CPU time of the browser and this process. The site runs in a separate process.
const hosts = [
  'ad.doubleclick.net|pagead2.googlesyndication.com|cdn.taboola.com|widgets.outbrain.com|static.criteo.net|ib.adnxs.com',
  'c.amazon-adsystem.com|ads.pubmatic.com|fastlane.rubiconproject.com|js.adsrvr.org|www.google-analytics.com',
  'www.googletagmanager.com|static.hotjar.com|script.crazyegg.com|cdn.segment.com|cdn.mxpnl.com|bat.bing.com',
  'snap.licdn.com|tags.tiqcdn.com|cdn.optimizely.com',
].flatMap((line) => line.split('|'));

if (process.argv[2] === 'site') await serve();
else await measure(Number(process.argv[2] ?? 20));

async function serve(): Promise<void> {
  const script = `/* ${'x'.repeat(20_000)} */ for (let i = 0, s = 0; i < 2e5; i++) s += i % 7;`;
  const image = encodePng(100, 100, Buffer.alloc(100 * 401, 90));
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const port = host.split(':')[1];
    const [path, query] = (request.url ?? '/').split('?');
    if (path === '/script.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (path === '/image.png') response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    else if (path === '/pixel.gif') response.writeHead(204).end();
    else {
      const origin = (one: string) => (query === 'https' ? `https://${one}` : `http://${one}:${port}`);
      const parts = hosts.map(
        (one) =>
          `<script async src="${origin(one)}/script.js"></script><img src="${origin(one)}/image.png" alt=""><img src="${origin(one)}/pixel.gif" width="1" height="1" alt="">`,
      );
      const text = '<p>The quick brown fox jumps over the lazy dog.</p>'.repeat(100);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><h1>Page</h1>${parts.join('')}${text}`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

async function measure(pairs: number): Promise<void> {
  const site: ChildProcess = fork(import.meta.filename, ['site']);
  const [port] = (await once(site, 'message')) as [number];
  let browserPid = 0;
  const note = (details: object) => {
    if ('browserPid' in details) browserPid = Number(details.browserPid);
  };
  const supervisor = createBrowserSupervisor({
    executablePath: await findBrowser(testBrowser()),
    sandbox: testSandbox(),
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(`127.0.0.1:${port}`),
    resolve: async () => ['127.0.0.1'],
    logger: { debug: note, info: note, warn: note, error: note },
    limits: { captures: 100_000 },
  });
  await supervisor.start();
  const variants = {
    unblocked: { path: '/', options: null },
    blocked: { path: '/', options: { blockAds: true, blockTrackers: true } },
    'blocked, https': { path: '/?https', options: { blockAds: true, blockTrackers: true } },
    'absent types': { path: '/', options: { blockTypes: ['font', 'media'] } },
    'absent URLs': { path: '/', options: { blockUrls: ['https://*.example.com/*'] } },
  } satisfies Record<string, Pick<CaptureRequest, 'options'> & { path: string }>;
  const run = async ({ path, options }: (typeof variants)[keyof typeof variants]) => {
    const [before, own] = [await treeCpuMs(browserPid), process.cpuUsage()];
    const request = captureRequest(`http://www.shop.test:${port}${path}`, {
      viewport: { width: 1280, height: 800 },
      options,
    });
    using capture = await supervisor.capture(request, {
      signal: new AbortController().signal,
      deadlineMs: 60_000,
    });
    const { user, system } = process.cpuUsage(own);
    const browser = (await treeCpuMs(browserPid)) - before;
    return { browser, worker: (user + system) / 1_000, blocked: capture.page.blockedConnections };
  };
  const results = Object.fromEntries(
    Object.keys(variants).map((name) => [name, [] as Awaited<ReturnType<typeof run>>[]]),
  );
  for (let i = -2; i < pairs; i += 1)
    for (const [name, variant] of Object.entries(variants)) {
      const result = await run(variant);
      if (i >= 0) results[name]!.push(result);
    }
  const median = (values: number[]) =>
    values.sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
  for (const [name, runs] of Object.entries(results)) {
    const [browser, worker] = [median(runs.map((one) => one.browser)), median(runs.map((one) => one.worker))];
    const ratio = median(
      runs.map(
        (one, i) =>
          (one.browser + one.worker) / (results.unblocked![i]!.browser + results.unblocked![i]!.worker),
      ),
    );
    console.log(
      `${name}: browser ${browser.toFixed(0)} ms, worker ${worker.toFixed(0)} ms, median ratio ${ratio.toFixed(2)}, blocked ${JSON.stringify(runs[0]?.blocked)}`,
    );
  }
  await supervisor.close();
  site.kill();
}
