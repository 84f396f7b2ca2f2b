import { join } from 'node:path';
import { withTimeout } from '@shotclock/runtime';
import type { CaptureLogger } from '../model/capture-types.ts';
import { createProfile, removeProfile } from './browser-profile.ts';
import { BrowserStartError, browserStartError } from './browser-start-error.ts';
import { type BrowserProcess, launchBrowser } from './launch-browser.ts';
import { type LaunchSettings, launchOptions } from './launch-options.ts';
import { processTreeMemory } from './process-memory.ts';

export type RecycleLimits = {
  /** Captures after which a browser process is replaced. */
  captures: number;
  /** Milliseconds after which it is replaced. */
  ageMs: number;
  /** Bytes of memory, of the process and all that it started, above which it is replaced; only where Linux tells. */
  memoryBytes: number;
};

/** So often at most a browser's memory is looked at between captures: it costs the kernel milliseconds. */
const lookEveryMs = 2_000;
/** So long an orderly end may take before the process is killed. */
const closeMs = 3_000;

/**
 * One browser process, one capture at a time:
 *
 *     none ──launch──► running ──crash, kill, too old, too many captures, too much memory──► none
 *
 * It is launched when it is needed, and again when it is gone.
 */
export class BrowserSlot {
  readonly #settings: LaunchSettings & { recycle: RecycleLimits; logger: CaptureLogger };
  #running: Promise<BrowserProcess> | null = null;
  #launchedAt = 0;
  #captures = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lastLaunchFailed = false;
  /** Profiles that are being removed. */
  readonly #tidying = new Set<Promise<void>>();

  constructor(settings: LaunchSettings & { recycle: RecycleLimits; logger: CaptureLogger }) {
    this.#settings = settings;
  }

  get lastLaunchFailed(): boolean {
    return this.#lastLaunchFailed;
  }

  /** @throws BrowserStartError */
  browser(): Promise<BrowserProcess> {
    this.#running ??= this.#launch();
    return this.#running;
  }

  /** Counts a capture, and ends the browser when it has done its share. Never rejects. */
  async captured(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    const { recycle, logger } = this.#settings;
    this.#captures += 1;
    const ageMs = Math.round(performance.now() - this.#launchedAt);
    const worn = this.#captures >= recycle.captures || ageMs >= recycle.ageMs;
    const memoryBytes = worn ? null : await this.#memory(await running.catch(() => null));
    if (!worn && (memoryBytes ?? 0) <= recycle.memoryBytes) return;
    logger.debug({ captures: this.#captures, ageMs, memoryBytes }, 'recycling the browser');
    await this.close();
  }

  async close(): Promise<void> {
    const browser = await this.#take();
    if (!browser) return;
    await withTimeout(browser.close(), closeMs).catch(() => browser.kill());
  }

  /** At once, whatever the browser is doing. */
  async kill(): Promise<void> {
    const browser = await this.#take();
    await browser?.kill();
  }

  /** Resolves when no profile of a browser that has ended is left on the disk. */
  async tidied(): Promise<void> {
    await Promise.all(this.#tidying);
  }

  async #memory(browser: BrowserProcess | null): Promise<number | null> {
    const pid = browser?.pid;
    const now = performance.now();
    if (pid === undefined || now - this.#lookedAt < lookEveryMs) return null;
    this.#lookedAt = now;
    return processTreeMemory(pid, this.#settings.recycle.memoryBytes);
  }

  #tidy(profile: string): Promise<void> {
    const removed = removeProfile(profile).finally(() => this.#tidying.delete(removed));
    this.#tidying.add(removed);
    return removed;
  }

  async #take(): Promise<BrowserProcess | null> {
    const running = this.#running;
    this.#running = null;
    return (await running?.catch(() => null)) ?? null;
  }

  async #launch(): Promise<BrowserProcess> {
    const { executablePath, logger } = this.#settings;
    let profile: string | null = null;
    try {
      profile = await createProfile();
      const { env, ...command } = launchOptions({ ...this.#settings, profile });
      // Its temporary files go when the profile goes.
      const browser = await launchBrowser({ ...command, env: { ...env, TMPDIR: join(profile, 'tmp') } });
      const folder = profile;
      void browser.exited.then(() => this.#tidy(folder));
      this.#launchedAt = performance.now();
      this.#captures = 0;
      this.#lookedAt = Number.NEGATIVE_INFINITY;
      this.#lastLaunchFailed = false;
      const { pid } = browser;
      const running = this.#running;
      browser.puppeteer.once('disconnected', () => {
        // Not when it was taken out of the slot to be closed.
        if (this.#running !== running) return;
        this.#running = null;
        logger.warn({ pid }, 'the browser process ended by itself');
      });
      logger.info({ pid, version: browser.version }, 'browser process launched');
      return browser;
    } catch (error) {
      this.#running = null;
      this.#lastLaunchFailed = true;
      if (profile !== null) await this.#tidy(profile);
      throw error instanceof BrowserStartError ? error : browserStartError({ executablePath, error });
    }
  }
}
