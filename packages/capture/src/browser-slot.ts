import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bounded, ranOut } from './bounded.ts';
import { CaptureError } from './capture-error.ts';
import type { CaptureLogger } from './capture-types.ts';
import { type Browser, killTree, launchBrowser } from './launch-browser.ts';
import { type LaunchSettings, launchOptions } from './launch-options.ts';

export type RecycleLimits = {
  /** Captures after which a browser process is replaced. */
  captures: number;
  /** Milliseconds after which it is replaced. */
  ageMs: number;
};

/** So long an orderly end may take before the process is killed. */
const closeMs = 5_000;

/**
 * One browser process, one capture at a time:
 *
 *     none ──launch──► running ──crash, kill, too old, too many captures──► none
 *
 * It is launched when it is needed, and again when it is gone.
 */
export class BrowserSlot {
  readonly #settings: LaunchSettings & { recycle: RecycleLimits; logger: CaptureLogger };
  #running: Promise<Browser> | null = null;
  #launchedAt = 0;
  #captures = 0;
  #lastLaunchFailed = false;
  /** Resolves when the last browser's profile is deleted. */
  #tidy: Promise<void> = Promise.resolve();

  constructor(settings: LaunchSettings & { recycle: RecycleLimits; logger: CaptureLogger }) {
    this.#settings = settings;
  }

  get lastLaunchFailed(): boolean {
    return this.#lastLaunchFailed;
  }

  /** @throws CaptureError `browser_unavailable` */
  browser(): Promise<Browser> {
    this.#running ??= this.#launch();
    return this.#running;
  }

  /** Counts a capture, and replaces the browser when it has done its share. */
  async captured(): Promise<void> {
    const { recycle, logger } = this.#settings;
    this.#captures += 1;
    const age = performance.now() - this.#launchedAt;
    if (this.#captures < recycle.captures && age < recycle.ageMs) return;
    logger.debug({ captures: this.#captures, ageMs: Math.round(age) }, 'recycling the browser');
    await this.close();
  }

  async close(): Promise<void> {
    const browser = await this.#take();
    if (!browser) return;
    const closed = await bounded(browser.close(), closeMs).catch(() => ranOut);
    if (closed === ranOut) await killTree(browser.process());
    await this.#tidy;
  }

  /** At once, whatever the browser is doing. */
  async kill(): Promise<void> {
    const browser = await this.#take();
    await killTree(browser?.process() ?? null);
    await this.#tidy;
  }

  async #take(): Promise<Browser | null> {
    const running = this.#running;
    this.#running = null;
    return (await running?.catch(() => null)) ?? null;
  }

  async #launch(): Promise<Browser> {
    const { logger } = this.#settings;
    const profile = await mkdtemp(join(tmpdir(), 'shotclock-browser-'));
    try {
      const browser = await launchBrowser(launchOptions({ ...this.#settings, profile }));
      browser.process().once('exit', () => {
        this.#tidy = removeProfile(profile);
      });
      this.#launchedAt = performance.now();
      this.#captures = 0;
      this.#lastLaunchFailed = false;
      const { pid } = browser.process();
      const running = this.#running;
      browser.once('disconnected', () => {
        // Not when it was taken out of the slot to be closed.
        if (this.#running !== running) return;
        this.#running = null;
        logger.warn({ pid }, 'the browser process ended by itself');
      });
      logger.info({ pid, version: browser.version }, 'browser process launched');
      return browser;
    } catch (cause) {
      this.#running = null;
      this.#lastLaunchFailed = true;
      await removeProfile(profile);
      throw new CaptureError('browser_unavailable', 'The browser could not be started.', { cause });
    }
  }
}

async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => undefined);
}
