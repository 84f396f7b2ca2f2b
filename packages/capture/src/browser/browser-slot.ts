import { withTimeout } from '@shotclock/runtime';
import type { BrowserCommand } from '../isolation/browser-command.ts';
import { isolatedCommand } from '../isolation/isolated-command.ts';
import type { IsolationKind } from '../isolation/isolation-kind.ts';
import type { BrowserEnd, CaptureObserver } from '../model/capture-observer.ts';
import type { CaptureLogger } from '../model/capture-types.ts';
import { createProfile, removeProfile, temporaryFolderOf } from './browser-profile.ts';
import { BrowserStartError, browserStartError } from './browser-start-error.ts';
import { guardProcesses, type ProcessBudget } from './guard-processes.ts';
import { type BrowserProcess, launchBrowser } from './launch-browser.ts';
import { type LaunchSettings, launchOptions } from './launch-options.ts';
import { processTreeMemory } from './process-usage.ts';
import { unprivilegedBrowser } from './unprivileged-browser.ts';

export type RecycleLimits = {
  /** Number of captures after which a browser process is replaced. */
  captures: number;
  /** Age in milliseconds at which the process is replaced. */
  ageMs: number;
  /** Memory in bytes above which the process is replaced, including its descendants. Linux only. */
  memoryBytes: number;
  /** CPU time in milliseconds between two captures above which the process is killed. Linux only. */
  idleCpuMs: number;
};

export type SlotSettings = LaunchSettings & {
  /** Returns how browsers are isolated; null for no isolation. Called before each launch. */
  isolation: () => Promise<IsolationKind | null>;
  recycle: RecycleLimits;
  /** Limits of a browser during one capture. */
  budget: ProcessBudget;
  logger: CaptureLogger;
  observer: CaptureObserver;
};

/**
 * Minimum time between two measurements of a browser's memory, because the kernel needs several milliseconds for each.
 */
const memoryIntervalMs = 2_000;
/** Time in milliseconds between two measurements of a browser that is not running a capture. */
const idleIntervalMs = 2_000;
/** Time limit for a browser to exit on its own before it is killed. */
const closeMs = 3_000;

/**
 * A slot for one browser process, which runs one capture at a time:
 *
 *     empty ──launch──► running ──crash, kill, age, number of captures, memory, lowered priority──► empty
 *
 * The browser is launched when a capture needs it.
 */
export class BrowserSlot {
  readonly #settings: SlotSettings;
  #running: Promise<BrowserProcess> | null = null;
  #launchedAt = 0;
  #captures = 0;
  #memoryMeasuredAt = Number.NEGATIVE_INFINITY;
  #lastLaunchFailed = false;
  #idleGuard: Disposable | null = null;
  readonly #removals = new Set<Promise<void>>();

  constructor(settings: SlotSettings) {
    this.#settings = settings;
  }

  get lastLaunchFailed(): boolean {
    return this.#lastLaunchFailed;
  }

  /**
   * Returns the browser for a capture. Call `recycleIfDue` when the capture ends.
   * @throws BrowserStartError
   */
  browser(): Promise<BrowserProcess> {
    this.#endIdle();
    this.#running ??= this.#launch();
    return this.#running;
  }

  /** Counts a capture, and closes the browser if a limit has been reached. Never rejects. */
  async recycleIfDue(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    const { recycle, logger, observer } = this.#settings;
    this.#captures += 1;
    const ageMs = Math.round(performance.now() - this.#launchedAt);
    const browser = await running.catch(() => null);
    const slowed = browser?.priority.restore() === false;
    let reason: BrowserEnd | null = null;
    if (slowed) reason = 'priority';
    else if (this.#captures >= recycle.captures) reason = 'captures';
    else if (ageMs >= recycle.ageMs) reason = 'age';
    const memoryBytes = reason ? null : await this.#recentMemory(browser);
    if ((memoryBytes ?? 0) > recycle.memoryBytes) reason = 'memory';
    if (!reason) {
      if (browser && this.#running === running) this.#beginIdle(browser);
      return;
    }
    logger.debug({ reason, captures: this.#captures, ageMs, memoryBytes }, 'recycling the browser');
    observer.browserEnded(reason);
    await this.close();
  }

  async close(): Promise<void> {
    const browser = await this.#take();
    if (!browser) return;
    await withTimeout(browser.close(), closeMs).catch(() => browser.kill());
  }

  /** Kills the browser, regardless of what it is doing. Never rejects. */
  async kill(reason: BrowserEnd): Promise<void> {
    const browser = await this.#take();
    if (!browser) return;
    const { observer, logger } = this.#settings;
    observer.browserEnded(reason);
    await browser
      .kill()
      .catch((err) => logger.error({ err, browserPid: browser.pid }, 'the browser process cannot be killed'));
  }

  /** Memory of the browser and its processes in bytes; null on systems other than Linux; undefined without a browser. */
  async memory(): Promise<number | null | undefined> {
    const browser = await this.#running?.catch(() => null);
    return browser ? processTreeMemory(browser.pid, 0) : undefined;
  }

  /** Resolves when the profiles of all browsers that have exited have been removed from the disk. */
  async profilesRemoved(): Promise<void> {
    await Promise.all(this.#removals);
  }

  /**
   * Limits the idle browser: between captures, a page that controls it could use resources that no capture is charged
   * for.
   */
  #beginIdle(browser: BrowserProcess): void {
    const { budget, recycle, logger } = this.#settings;
    this.#idleGuard = guardProcesses(browser.pid, {
      budget: { ...budget, cpuMs: recycle.idleCpuMs },
      intervalMs: idleIntervalMs,
      exceeded: ({ code }) => {
        logger.warn(
          { browserPid: browser.pid, limit: code },
          'killing a browser that is busy between captures',
        );
        void this.kill('idle_usage');
      },
    });
  }

  #endIdle(): void {
    this.#idleGuard?.[Symbol.dispose]();
    this.#idleGuard = null;
  }

  async #recentMemory(browser: BrowserProcess | null): Promise<number | null> {
    const pid = browser?.pid;
    const now = performance.now();
    if (pid === undefined || now - this.#memoryMeasuredAt < memoryIntervalMs) return null;
    this.#memoryMeasuredAt = now;
    return processTreeMemory(pid, this.#settings.recycle.memoryBytes);
  }

  #removeProfile(profile: string): Promise<void> {
    const removed = removeProfile(profile).finally(() => this.#removals.delete(removed));
    this.#removals.add(removed);
    return removed;
  }

  async #take(): Promise<BrowserProcess | null> {
    this.#endIdle();
    const running = this.#running;
    this.#running = null;
    return (await running?.catch(() => null)) ?? null;
  }

  async #launch(): Promise<BrowserProcess> {
    const { executablePath, sandbox, isolation, logger, observer } = this.#settings;
    let profile: string | null = null;
    try {
      profile = await createProfile();
      const kind = await isolation();
      const { env, ...options } = launchOptions({ ...this.#settings, profile, isolated: kind !== null });
      // The browser's temporary files are removed with the profile.
      let command: BrowserCommand = { ...options, env: { ...env, TMPDIR: temporaryFolderOf(profile) } };
      if (kind) command = await isolatedCommand(command, { kind, profile });
      else if (sandbox) command = await unprivilegedBrowser(command);
      const browser = await launchBrowser(command);
      const folder = profile;
      void browser.exited.then(() => this.#removeProfile(folder));
      this.#launchedAt = performance.now();
      this.#captures = 0;
      this.#memoryMeasuredAt = Number.NEGATIVE_INFINITY;
      this.#lastLaunchFailed = false;
      const browserPid = browser.pid;
      const running = this.#running;
      browser.puppeteer.once('disconnected', () => {
        // A browser is removed from its slot before it is closed.
        if (this.#running !== running) return;
        this.#running = null;
        observer.browserEnded('crashed');
        void browser
          .findExit()
          .then((exit) => logger.warn({ browserPid, ...exit }, 'the browser process exited unexpectedly'));
      });
      observer.browserLaunched('succeeded');
      logger.info({ browserPid, version: browser.version }, 'browser process launched');
      return browser;
    } catch (error) {
      this.#running = null;
      this.#lastLaunchFailed = true;
      observer.browserLaunched('failed');
      if (profile !== null) await this.#removeProfile(profile);
      throw error instanceof BrowserStartError ? error : browserStartError({ executablePath, error });
    }
  }
}
