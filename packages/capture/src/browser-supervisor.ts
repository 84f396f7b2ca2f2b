import { createEgressResources, type EgressAllow, type EgressLimits, type Resolve } from '@shotclock/egress';
import { rejectOnAbort, withTimeout } from '@shotclock/runtime';
import { removeAbandonedProfiles } from './browser/browser-profile.ts';
import { BrowserSlot, type RecycleLimits } from './browser/browser-slot.ts';
import { FreeSlots } from './browser/free-slots.ts';
import type { BrowserProcess } from './browser/launch-browser.ts';
import { guardMemory } from './browser/memory-guard.ts';
import { CaptureError } from './model/capture-error.ts';
import type { Capture, CaptureLogger, CaptureRequest } from './model/capture-types.ts';
import { runCapture } from './run-capture.ts';

export type SupervisorLimits = RecycleLimits & {
  /** Bytes of memory above which a running capture fails. The default is twice `memoryBytes`. */
  captureMemoryBytes?: number;
  /** Limits of each capture's egress session; the defaults of the egress package if omitted. */
  egress?: Partial<EgressLimits>;
};

export type SupervisorOptions = {
  executablePath: string;
  /** Set it to false only where Chromium cannot use its sandbox, for example when it runs as root. */
  sandbox: boolean;
  /** Number of browser processes. Each makes one capture at a time: a long PNG would stall other captures of its process. */
  processes: number;
  allow: EgressAllow;
  /** Resolves host names for the egress proxies; `/etc/hosts` and DNS if omitted. */
  resolve?: Resolve;
  logger: CaptureLogger;
  limits?: Partial<SupervisorLimits>;
};

export type CaptureOptions = {
  signal: AbortSignal;
  /** Milliseconds from the call, including the wait for a free slot. The slot is free at most 5 s after the deadline. */
  deadlineMs: number;
};

export type BrowserSupervisor = {
  /**
   * Removes the profiles of killed processes and launches the first browser. Other browsers are launched when they are
   * needed.
   * @throws BrowserStartError with the cause and the remedy in its message
   */
  start(): Promise<void>;
  /** @throws CaptureError; no other error */
  capture(request: CaptureRequest, options: CaptureOptions): Promise<Capture>;
  /** True after the start and before `close`, unless the last launch of every slot failed. */
  healthy(): boolean;
  /** Closes all browsers at once. Running and waiting captures fail with `browser_unavailable`. */
  close(): Promise<void>;
};

const defaultLimits: SupervisorLimits = {
  captures: 200,
  ageMs: 60 * 60 * 1_000,
  memoryBytes: 1_024 * 1_024 * 1_024,
};

/** Time limit for closing the egress session of a capture whose browser was killed. */
const cleanUpMs = 2_000;

/** Owns the browser processes: how many captures run, how long each may take, and when a process is replaced. */
export function createBrowserSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const { executablePath, sandbox, processes, allow, resolve, logger } = options;
  const recycle = { ...defaultLimits, ...options.limits };
  // A capture may temporarily need more memory than a browser may keep between captures.
  const { captureMemoryBytes = 2 * recycle.memoryBytes } = recycle;
  const slots = Array.from(
    { length: processes },
    () => new BrowserSlot({ executablePath, sandbox, recycle, logger }),
  );
  const free = new FreeSlots(slots);
  const egressResources = createEgressResources();
  const closing = new AbortController();
  const releasing = new Set<Promise<void>>();
  let started = false;

  const launchedBrowser = async (slot: BrowserSlot) => {
    try {
      return await slot.browser();
    } catch (cause) {
      logger.error({}, cause instanceof Error ? cause.message : String(cause));
      throw new CaptureError('browser_unavailable', 'The browser could not be started.', { cause });
    }
  };

  const captureInSlot = async (slot: BrowserSlot, request: CaptureRequest, ended: AbortSignal) => {
    const failed = new AbortController();
    const signal = AbortSignal.any([ended, failed.signal]);
    // Some steps wait for something other than the browser and would not notice a crash.
    const onCrash = () => failed.abort(new CaptureError('browser_crashed', 'The browser crashed.'));
    let browser: BrowserProcess | null = null;
    let running: Promise<Capture> | null = null;
    try {
      browser = await rejectOnAbort(launchedBrowser(slot), signal);
      browser.puppeteer.once('disconnected', onCrash);
      using _guard = guardMemory(browser.pid, captureMemoryBytes, () =>
        failed.abort(tooMuchMemory(captureMemoryBytes)),
      );
      running = runCapture(browser, request, {
        allow,
        signal,
        egressLimits: recycle.egress,
        egressResources,
        ...(resolve && { resolve }),
        abandonBrowser: () => slot.kill(),
      });
      return await rejectOnAbort(running, signal);
    } catch (error) {
      // Killing the browser ends whatever hangs in it. No other capture uses this browser.
      if (signal.aborted && browser) {
        await slot.kill();
        if (running) await withTimeout(running, cleanUpMs).catch(() => undefined);
      }
      if (signal.aborted) throw error;
      // Checked before the error is used: when the browser crashes, a step fails as if the page had closed or had not loaded.
      if (browser?.puppeteer.connected === false)
        throw new CaptureError('browser_crashed', 'The browser crashed.', { cause: error });
      throw error instanceof CaptureError
        ? error
        : new CaptureError('capture_failed', 'The page could not be captured.', { cause: error });
    } finally {
      browser?.puppeteer.off('disconnected', onCrash);
    }
  };

  /** The caller does not wait for this: only the next capture waits for a browser that is being replaced. */
  const releaseSlot = (slot: BrowserSlot) => {
    const released = slot.recycleIfDue().finally(() => {
      releasing.delete(released);
      free.release(slot);
    });
    releasing.add(released);
  };

  return {
    async start() {
      const profiles = await removeAbandonedProfiles();
      if (profiles > 0) logger.info({ profiles }, 'removed browser profiles of killed processes');
      await slots[0]?.browser();
      started = true;
    },
    async capture(request, { signal, deadlineMs }) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const ended = AbortSignal.any([signal, deadline, closing.signal]);
      let slot: BrowserSlot | null = null;
      try {
        slot = await free.acquire(ended);
        return await captureInSlot(slot, request, ended);
      } catch (error) {
        if (error instanceof CaptureError) throw error;
        if (closing.signal.aborted) throw shuttingDown();
        if (signal.aborted) throw new CaptureError('aborted', 'The capture was aborted.', { cause: error });
        throw slot
          ? new CaptureError('deadline_exceeded', `The capture took longer than ${deadlineMs / 1000} s.`)
          : new CaptureError('browser_busy', `No browser became free within ${deadlineMs / 1000} s.`);
      } finally {
        if (slot) releaseSlot(slot);
      }
    },
    healthy: () => started && !closing.signal.aborted && slots.some((slot) => !slot.lastLaunchFailed),
    async close() {
      closing.abort();
      await Promise.all(slots.map((slot) => slot.close()));
      await Promise.all([...releasing, ...slots.map((slot) => slot.profilesRemoved())]);
    },
  };
}

function tooMuchMemory(bytes: number): CaptureError {
  const mebibytes = Math.round(bytes / 1_024 / 1_024);
  return new CaptureError('too_much_memory', `The page used more than ${mebibytes} MiB of memory.`);
}

function shuttingDown(): CaptureError {
  return new CaptureError('browser_unavailable', 'The worker is shutting down its browsers.');
}
