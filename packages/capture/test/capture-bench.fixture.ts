import { existsSync } from 'node:fs';
import { parseEgressAllow } from '@shotclock/egress';
import { quietLogger, startFixtureSite, testBrowser, testSandbox } from '@shotclock/testing';
import sharp from 'sharp';
import type { SlotSettings } from '../src/browser/browser-slot.ts';
import {
  type Capture,
  CaptureError,
  type CaptureRequest,
  createBrowserSupervisor,
  findBrowser,
  type SupervisorOptions,
} from '../src/index.ts';
import { defaultBudget, imageBytes } from '../src/model/capture-budget.ts';
import { noObserver } from '../src/model/capture-observer.ts';
import { imageLimits } from '../src/page/plan-area.ts';

export type Rgb = readonly [number, number, number];
/** Four bytes per pixel: red, green, blue and alpha. */
type Bitmap = { width: number; height: number; data: Buffer };
export type Pixels = Bitmap & { at(left: number, top: number): Rgb };

/** Settings for captures without a supervisor: those of a slot, and the message budget. */
export const slotWithoutSupervisor: Pick<SlotSettings, 'recycle' | 'budget' | 'logger' | 'observer'> = {
  recycle: {
    captures: 2,
    ageMs: 600_000,
    memoryBytes: Number.POSITIVE_INFINITY,
    idleCpuMs: Number.POSITIVE_INFINITY,
  },
  budget: defaultBudget,
  logger: quietLogger,
  observer: noObserver,
};
export const messageBudget = { ...defaultBudget, imageBytes: imageBytes(imageLimits.area) };

/** Returns a request with a small viewport and the given settings. */
export const captureRequest = (url: string, settings: Partial<CaptureRequest> = {}): CaptureRequest => ({
  url,
  viewport: { width: 400, height: 300 },
  fullPage: false,
  format: 'png',
  quality: 80,
  delayMs: 0,
  waitUntil: 'page_loaded',
  waitUntilTimeoutMs: 20_000,
  waitFor: null,
  crop: null,
  element: null,
  thumbnailWidth: null,
  userAgent: null,
  acceptLanguage: null,
  extractHtml: false,
  extractText: false,
  ignoredSelectors: [],
  numberSelector: null,
  options: null,
  ...settings,
});

let browser = '';
/** Returns the path of the test browser. The result is kept, because finding the bundled browser runs it. */
export async function browserPath(): Promise<string> {
  if (!existsSync(browser)) browser = await findBrowser(testBrowser());
  return browser;
}

/** Starts a fixture site and a supervisor that may connect to it, and to `otherHostPort`. */
export async function openCaptureBench(options: Partial<SupervisorOptions> = {}, otherHostPort = '') {
  const site = await startFixtureSite();
  const supervisor = createBrowserSupervisor({
    executablePath: await browserPath(),
    sandbox: testSandbox(),
    isolation: 'auto',
    processes: 1,
    allow: parseEgressAllow(`${site.hostPort} ${otherHostPort}`),
    logger: quietLogger,
    ...options,
  });
  await supervisor.start();
  const request = (path: string, settings: Partial<CaptureRequest> = {}) =>
    captureRequest(URL.canParse(path) ? path : site.url(path), settings);
  /** The image stays valid after the capture has been disposed. */
  const capture = async (path: string, settings: Partial<CaptureRequest> = {}, deadlineMs = 60_000) => {
    const { signal } = new AbortController();
    using captured = await supervisor.capture(request(path, settings), { signal, deadlineMs });
    return captured;
  };
  return {
    site,
    supervisor,
    request,
    capture,
    /** Returns the error from a capture that is expected to fail. */
    async failure(path: string, settings: Partial<CaptureRequest> = {}, deadlineMs = 60_000) {
      const result: Capture | CaptureError = await capture(path, settings, deadlineMs).catch(
        (error) => error,
      );
      if (result instanceof CaptureError) return result;
      throw new Error(`${path} did not fail as a CaptureError`, { cause: result });
    },
    async close() {
      await supervisor.close();
      await site.close();
    },
  };
}
export type CaptureBench = Awaited<ReturnType<typeof openCaptureBench>>;

export async function decodeImage(image: Buffer): Promise<Bitmap> {
  const decoder = sharp(image, { limitInputPixels: false }).toColorspace('srgb').ensureAlpha();
  const { data, info } = await decoder.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** @throws if the image is not a PNG */
export async function pngPixels(image: Buffer): Promise<Pixels> {
  if (image.toString('latin1', 1, 4) !== 'PNG') throw new Error('The image is not a PNG.');
  return pixels(await decodeImage(image));
}

export const jpegPixels = async (image: Buffer): Promise<Pixels> => pixels(await decodeImage(image));

function pixels({ width, height, data }: Bitmap): Pixels {
  return {
    width,
    height,
    data,
    at(left, top) {
      const start = (top * width + left) * 4;
      return [data[start]!, data[start + 1]!, data[start + 2]!];
    },
  };
}

/** Returns the pixels that have, or do not have, the given color, as `left,top`. */
export function pixelsOf({ width, data }: Pixels, [red, green, blue]: Rgb, have = true): string[] {
  const found: string[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const same = data[at] === red && data[at + 1] === green && data[at + 2] === blue;
    if (same === have) found.push(`${(at / 4) % width},${Math.floor(at / 4 / width)}`);
  }
  return found;
}

/** Returns the number of colors in an image. A blank page has only one. */
export function colorCount({ width, height, at }: Pixels): number {
  const seen = new Set<number>();
  for (let top = 0; top < height; top++)
    for (let left = 0; left < width; left++) {
      const [red, green, blue] = at(left, top);
      seen.add((red << 16) | (green << 8) | blue);
    }
  return seen.size;
}
