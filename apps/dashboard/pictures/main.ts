// Makes the pictures of the documentation: `pnpm docs:pictures`. Shotclock captures its own dashboard.
import { mkdir, writeFile } from 'node:fs/promises';
import { spawnSystem } from '../test/spawn-system.fixture.ts';
import { fillDemonstration } from './demonstration.ts';

const folder = new URL('../../../docs/pictures/', import.meta.url);
const desktop = { width: 1_440, height: 900 };
const phone = { width: 390, height: 844 };

const system = await spawnSystem({ LOG_LEVEL: 'error' });
try {
  await mkdir(folder, { recursive: true });
  const { clocks, failedRun, captureIds } = await fillDemonstration(system);
  const item = clocks.items[0]!.id;
  const history = `/schedules/${clocks.id}/items/${item}`;
  const [newest, , , older] = captureIds;
  await take('overview', '/', desktop);
  await take('overview-phone', '/', phone);
  await take('schedules', '/schedules', desktop);
  await take('history', history, desktop);
  await take('comparison', `${history}?at=${newest}&with=${older}&mode=split`, desktop);
  await take('execution', `/executions/${failedRun.id}`, desktop);
  const timeLapse = await system.client.timeLapses.create(item, { framesPerSecond: 4, width: 640 }).wait();
  await write('time-lapse', await system.client.timeLapses.image(timeLapse.id));
} finally {
  await system.stop();
}

async function take(name: string, path: string, viewport: { width: number; height: number }): Promise<void> {
  const { client, origin } = system;
  const url = `${origin}${path}`;
  const { id, status, description } = await client.captures
    .create({ url, waitFor: '#content h1', delay: 3, ...viewport })
    .wait();
  if (status !== 'SUCCESS') throw new Error(`${url} was not captured: ${description}`);
  await write(name, await client.screenshots.image(id, { format: 'webp', width: viewport.width }));
  // The next picture does not show this one.
  await client.screenshots.delete(id);
}

async function write(name: string, image: Uint8Array): Promise<void> {
  await writeFile(new URL(`${name}.webp`, folder), image);
  console.log(`docs/pictures/${name}.webp: ${Math.ceil(image.byteLength / 1_000)} kB`);
}
