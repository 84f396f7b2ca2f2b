// Takes the screenshots for the documentation (`pnpm docs:pictures`). Shotclock captures its own dashboard with the demonstration content.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@shotclock/embedded';
import { pages } from '../demonstration/pages.ts';
import { startDemonstration } from '../demonstration/start-demonstration.ts';
import { spawnSystem } from '../test/spawn-system.fixture.ts';
import { adHost, startOptionPages } from './option-pages.ts';
import { takeOptionPictures } from './option-pictures.ts';

const folder = new URL('../../../docs/pictures/', import.meta.url);
const desktop = { width: 1_440, height: 900 };
const phone = { width: 390, height: 844 };

const port = await freePort();
const optionPort = await freePort();
const lists = await mkdtemp(join(tmpdir(), 'shotclock-pictures-'));
const blockList = join(lists, 'ads.txt');
await writeFile(blockList, `||${adHost}^\n`);
const system = await spawnSystem({
  LOG_LEVEL: 'error',
  DEMO: 'off',
  EGRESS_ALLOW: `127.0.0.1:${port},127.0.0.1:${optionPort},${adHost}:${optionPort}`,
  BLOCK_LISTS: `ads=${blockList}`,
});
const { client } = system;
try {
  const optionPages = await startOptionPages(optionPort);
  try {
    await mkdir(folder, { recursive: true });
    await takeOptionPictures(client, optionPages, write);
  } finally {
    await optionPages.close();
  }
  const { origin, stop } = await startDemonstration(system, port);
  try {
    await take('overview', `${origin}/`, desktop);
    await take('overview-dark', `${origin}/#dark`, desktop);
    await take('overview-phone', `${origin}/`, phone);
    await take('schedules', `${origin}/schedules`, desktop);
    await take('history', `${origin}/schedules/1/items/1`, desktop);
    await take('comparison', `${origin}/schedules/1/items/1?at=1701&with=1476&mode=split`, desktop);
    await take('execution', `${origin}/executions/873`, desktop);
    await write('time-lapse', await makeTimeLapse(`${origin}/pages/shop`));
  } finally {
    await stop();
  }
} finally {
  await system.stop();
  await rm(lists, { recursive: true });
}

async function take(name: string, url: string, viewport: { width: number; height: number }): Promise<void> {
  const { id, status, description } = await client.captures
    .create({ url, waitFor: 'html[data-settled]', ...viewport })
    .wait();
  if (status !== 'SUCCESS') throw new Error(`${url} was not captured: ${description}`);
  await write(name, await client.screenshots.image(id, { format: 'webp', width: viewport.width }));
}

/** Captures the versions of a demonstration page as one item, and creates their time-lapse. */
async function makeTimeLapse(page: string): Promise<Uint8Array> {
  const schedule = await client.schedules.create({
    name: 'Shop front',
    schedule: { type: 'CRON', cronExpression: '0 0 1 1 *' },
    items: [{ url: page, width: 1_280, height: 800 }],
  });
  const itemId = schedule.items[0]!.id;
  for (let version = 0; version < pages.shop; version += 1) {
    await client.items.update(schedule.id, itemId, { url: `${page}?version=${version}` });
    await client.schedules.run(schedule.id).wait();
  }
  const { id } = await client.timeLapses.create(itemId, { framesPerSecond: 1, width: 640 }).wait();
  return client.timeLapses.image(id);
}

async function write(name: string, image: Uint8Array): Promise<void> {
  await writeFile(new URL(`${name}.webp`, folder), image);
  console.log(`docs/pictures/${name}.webp: ${Math.ceil(image.byteLength / 1_000)} kB`);
}
