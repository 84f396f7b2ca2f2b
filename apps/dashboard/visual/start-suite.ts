// The visual regression suite. Shotclock captures its own dashboard with fixed content and compares the captures with the committed baselines,
// using its content-change checks.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { freePort } from '@shotclock/embedded';
import { startDemonstration } from '../demonstration/start-demonstration.ts';
import type { System } from '../test/spawn-system.fixture.ts';
import type { Screen } from './screens.ts';

export const baselineOf = ({ name }: Screen) => new URL(`baselines/${name}.png`, import.meta.url);

export type Comparison = {
  changed: boolean;
  ratio: number;
  image: Uint8Array;
  difference: Uint8Array | null;
};
export type Suite = {
  /** Captures a screen. Returns a PNG. */
  capture(screen: Screen): Promise<Uint8Array>;
  /** Compares a screen with its baseline, or with the baseline of another screen of the same size. */
  compare(screen: Screen, baseline?: Screen): Promise<Comparison>;
  stop(): Promise<void>;
};

/** @param startSystem starts the system that captures the dashboard, with these settings */
export async function startSuite(
  startSystem: (env: Record<string, string>) => Promise<System>,
): Promise<Suite> {
  const port = await freePort();
  const baselines = await serveBaselines();
  const system = await startSystem({ DEMO: 'off', EGRESS_ALLOW: `127.0.0.1:${port},${baselines.host}` });
  const { client } = system;
  const demonstration = await startDemonstration(system, port);

  const settingsOf = ({ path, width, height }: Screen) => ({
    url: `${demonstration.origin}${path}`,
    waitFor: 'html[data-settled]',
    width,
    height,
  });
  async function captured(settings: { url: string; width: number; height: number }): Promise<number> {
    const { id, status, description } = await client.captures.create(settings).wait();
    if (status !== 'SUCCESS') throw new Error(`${settings.url} was not captured: ${description}`);
    return id;
  }

  return {
    capture: async (screen) => client.screenshots.image(await captured(settingsOf(screen))),
    async compare(screen, { name } = screen) {
      const { width, height } = screen;
      const baselineScreenshotId = await captured({ url: `http://${baselines.host}/${name}`, width, height });
      const check = await client.contentChanges
        .create({ ...settingsOf(screen), baselineScreenshotId })
        .wait();
      const { changed, ratio, description, diffUrl } = check;
      if (changed === null || ratio === null)
        throw new Error(`${screen.path} was not compared: ${description}`);
      const image = await client.screenshots.image(check.screenshotId!);
      const difference = diffUrl === null ? null : await client.contentChanges.diff(check.id);
      return { changed, ratio, image, difference };
    },
    async stop() {
      await demonstration.stop();
      await system.stop();
      await baselines.close();
    },
  };
}

/** Serves each baseline as a page that contains only the image, so that a capture reproduces its pixels. */
async function serveBaselines() {
  const server = createServer(async ({ url }, response) => {
    const name = url!.slice(1);
    const png = await readFile(baselineOf({ name } as Screen)).catch(() => null);
    if (png === null) return void response.writeHead(404).end(`There is no baseline ${name}.`);
    const image = `data:image/png;base64,${png.toString('base64')}`;
    response.setHeader('content-type', 'text/html').end(`<body style="margin:0"><img src="${image}">`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    host: `127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
