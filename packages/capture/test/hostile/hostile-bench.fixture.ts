import { parseEgressAllow } from '@shotclock/egress';
import { type HostileSite, startHostileSite, testBrowser, testSandbox } from '@shotclock/testing';
import sharp from 'sharp';
import {
  type Capture,
  CaptureError,
  type CaptureRequest,
  createBrowserSupervisor,
  findBrowser,
  type SupervisorOptions,
} from '../../src/index.ts';
import { captureRequest } from '../capture-bench.fixture.ts';

const mebibyte = 1_024 * 1_024;
/** The limits are low, so that exceeding them takes few resources. */
export const hostileLimits = {
  memoryBytes: 300 * mebibyte,
  egress: { bytes: 20 * mebibyte, connectTimeoutMs: 5_000 },
};
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export type HostileBench = {
  site: HostileSite;
  capture(path: string, settings?: Partial<CaptureRequest>, deadlineMs?: number): Promise<Capture>;
  /** The capture, or the error that it failed with. */
  outcome(
    path: string,
    settings?: Partial<CaptureRequest>,
    deadlineMs?: number,
  ): Promise<Capture | CaptureError>;
  close(): Promise<void>;
};

/** Starts a hostile site and a supervisor that may connect to every part of the site. */
export async function openHostileBench(options: Partial<SupervisorOptions> = {}): Promise<HostileBench> {
  const site = await startHostileSite();
  const supervisor = createBrowserSupervisor({
    executablePath: await findBrowser(testBrowser()),
    sandbox: testSandbox(),
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(site.hostPorts),
    logger: quiet,
    limits: hostileLimits,
    ...options,
  });
  await supervisor.start();
  const capture: HostileBench['capture'] = async (path, settings = {}, deadlineMs = 20_000) => {
    const url = URL.canParse(path) && !path.startsWith('tls:') ? path : site.url(path);
    using captured = await supervisor.capture(captureRequest(url, settings), {
      signal: new AbortController().signal,
      deadlineMs,
    });
    return captured;
  };
  return {
    site,
    capture,
    outcome: (path, settings, deadlineMs) =>
      capture(path, settings, deadlineMs).catch((error: unknown) => {
        if (error instanceof CaptureError) return error;
        throw error;
      }),
    async close() {
      await supervisor.close();
      await site.close();
    },
  };
}

/** Whether an image shows the red square that every capturable hostile page contains. */
export async function showsMark(image: Buffer): Promise<boolean> {
  const { data } = await sharp(image, { limitInputPixels: false })
    .extract({ left: 50, top: 50, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  return red > 240 && green < 15 && blue < 15;
}
