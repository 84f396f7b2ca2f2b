import { createServer } from 'node:http';
import type { CaptureOptions } from '@shotclock/contracts';
import { createScreenshot, getScreenshot } from '@shotclock/core';
import { readArtifact } from '@shotclock/core/test/read-stored';
import { parseEgressAllow } from '@shotclock/egress';
import { listenOnLoopback } from '@shotclock/testing';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestWorker, type TestWorker } from './worker.fixture.ts';

const hosts = { ads: 'ad.doubleclick.net', trackers: 'static.hotjar.com', chats: 'client.crisp.chat' };
const requested: string[] = [];
/** A page with a script from each host; each script adds a red box. */
const server = createServer((request, response) => {
  const [host = '', port] = (request.headers.host ?? '').split(':');
  requested.push(host);
  if (request.url === '/script.js')
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`document.write('<p style="margin:0;width:100px;height:100px;background:rgb(200,0,0)">')`);
  else
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><body style="margin:0">${Object.values(hosts)
        .map((one) => `<script src="http://${one}:${port}/script.js"></script>`)
        .join('')}`,
    );
});

let site: Awaited<ReturnType<typeof listenOnLoopback>>;
let worker: TestWorker;
beforeAll(async () => {
  site = await listenOnLoopback(server);
  worker = await openTestWorker({
    allow: parseEgressAllow(site.hostPort),
    resolve: async () => ['127.0.0.1'],
  });
}, 120_000);
afterAll(async () => {
  await worker.close();
  await site.close();
});

async function capture(options: CaptureOptions | null) {
  requested.length = 0;
  const url = site.url('/').replace('127.0.0.1', 'www.shop.test');
  const { id } = await createScreenshot(worker.core, {
    request: { url, width: 400, height: 300, ...(options && { options }) },
  });
  const [job] = await worker.release();
  await worker.processor()(job!, new AbortController().signal);
  const screenshot = await getScreenshot(worker.core, {
    screenshotId: id,
    expand: new Set(['page', 'options'] as const),
  });
  const { stream } = await readArtifact(worker.core, { screenshotId: id, artifact: 'image' });
  const { data } = PNG.sync.read(Buffer.concat(await stream.toArray()));
  const red = Array.from({ length: data.length / 4 }, (_, i) => data[4 * i] === 200 && data[4 * i + 1] === 0);
  return { screenshot, boxes: red.filter(Boolean).length / 10_000 };
}

test('without options, ad, tracker and chat scripts run, and the record does not mention blocking', async () => {
  const { screenshot, boxes } = await capture(null);
  expect(boxes).toBe(3);
  expect(screenshot).toMatchObject({ status: 'SUCCESS', description: null, options: null });
  expect(screenshot.page).not.toHaveProperty('blockedConnections');
});

test.each([
  ['blockAds', 'ads'],
  ['blockTrackers', 'trackers'],
  ['blockChats', 'chats'],
] as const)('%s blocks only %s, and the record counts the connections', async (option, category) => {
  const { screenshot, boxes } = await capture({ [option]: true });
  expect(boxes).toBe(2);
  expect(requested).not.toContain(hosts[category]);
  expect(new Set(requested).size).toBe(3);
  expect(screenshot).toMatchObject({
    ...{ status: 'SUCCESS', description: null, options: { [option]: true } },
    page: { blockedConnections: { ads: 0, trackers: 0, chats: 0, [category]: 1 }, refusedConnections: 0 },
  });
});
