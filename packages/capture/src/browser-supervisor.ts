import type { EgressAllow, EgressLimits, Resolve } from '@shotclock/egress';
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
  /** Bytes of memory that a browser may hold while it captures: above it the capture fails. Twice `memoryBytes`. */
  captureMemoryBytes?: number;
  /** Of each capture; the egress package's defaults when left out. */
  egress?: EgressLimits;
};

export type SupervisorOptions = {
  executablePath: string;
  /** False only where Chromium cannot have its sandbox, as when it runs as root. */
  sandbox: boolean;
  /** Browser processes, and so captures at a time: a long PNG would stall every other capture of its process. */
  processes: number;
  allow: EgressAllow;
  /** What every capture's proxy asks for the addresses of a name; the system's resolver when left out. */
  resolve?: Resolve;
  logger: CaptureLogger;
  limits?: Partial<SupervisorLimits>;
};

export type CaptureOptions = {
  signal: AbortSignal;
  /** Milliseconds from the call, the wait for a free browser included. Its slot is free at most 5 s later. */
  deadlineMs: number;
};

export type BrowserSupervisor = {
  /**
   * Removes what killed processes left on the disk and launches the first browser; the others start when they are
   * needed. @throws BrowserStartError with the cause and the remedy in its message
   */
  start(): Promise<void>;
  /** @throws CaptureError and nothing else */
  capture(request: CaptureRequest, options: CaptureOptions): Promise<Capture>;
  /** Started, not closed, and at least one browser runs or could be tried. */
  healthy(): boolean;
  /** Ends every browser at once; captures that run or wait fail as `browser_unavailable`. */
  close(): Promise<void>;
};

const defaultLimits: SupervisorLimits = {
  captures: 200,
  ageMs: 60 * 60 * 1_000,
  memoryBytes: 1_024 * 1_024 * 1_024,
};

/** Owns the browser processes: how many captures run, how long each may take, and when a process is replaced. */
export function createBrowserSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const { executablePath, sandbox, processes, allow, resolve, logger } = options;
  const recycle = { ...defaultLimits, ...options.limits };
  // One capture may need more for a moment than a browser may keep.
  const { captureMemoryBytes = 2 * recycle.memoryBytes } = recycle;
  const slots = Array.from(
    { length: processes },
    () => new BrowserSlot({ executablePath, sandbox, recycle, logger }),
  );
  const free = new FreeSlots(slots);
  const closing = new AbortController();
  const releasing = new Set<Promise<void>>();
  let started = false;

  const launched = async (slot: BrowserSlot) => {
    try {
      return await slot.browser();
    } catch (cause) {
      logger.error({}, cause instanceof Error ? cause.message : String(cause));
      throw new CaptureError('browser_unavailable', 'The browser could not be started.', { cause });
    }
  };

  const captureInSlot = async (slot: BrowserSlot, request: CaptureRequest, ended: AbortSignal) => {
    const cut = new AbortController();
    const signal = AbortSignal.any([ended, cut.signal]);
    // Not every wait is for an answer of the browser.
    const crashed = () => cut.abort(new CaptureError('browser_crashed', 'The browser crashed.'));
    let browser: BrowserProcess | null = null;
    let running: Promise<Capture> | null = null;
    try {
      browser = await rejectOnAbort(launched(slot), signal);
      browser.puppeteer.once('disconnected', crashed);
      using _guard = guardMemory(browser.pid, captureMemoryBytes, () =>
        cut.abort(tooMuchMemory(captureMemoryBytes)),
      );
      running = runCapture(browser, request, {
        allow,
        signal,
        egressLimits: recycle.egress,
        ...(resolve && { resolve }),
        abandonBrowser: () => slot.kill(),
      });
      return await rejectOnAbort(running, signal);
    } catch (error) {
      // What hangs in the browser ends with it, and nobody else's capture is in there.
      if (signal.aborted && browser) {
        await slot.kill();
        if (running) await withTimeout(running, cleanUpMs).catch(() => undefined);
      }
      if (signal.aborted) throw error;
      // Before any other judgement: to a step, a dying browser looks like a page that was closed or is none.
      if (browser?.puppeteer.connected === false)
        throw new CaptureError('browser_crashed', 'The browser crashed.', { cause: error });
      throw error instanceof CaptureError
        ? error
        : new CaptureError('capture_failed', 'The page could not be captured.', { cause: error });
    } finally {
      browser?.puppeteer.off('disconnected', crashed);
    }
  };

  /** The caller has its answer meanwhile: only the next capture waits for a browser that is replaced. */
  const releaseSlot = (slot: BrowserSlot) => {
    const given = slot.captured().finally(() => {
      releasing.delete(given);
      free.give(slot);
    });
    releasing.add(given);
  };

  return {
    async start() {
      const profiles = await removeAbandonedProfiles();
      if (profiles > 0) logger.info({ profiles }, 'removed profiles that killed processes had left');
      await slots[0]?.browser();
      started = true;
    },
    async capture(request, { signal, deadlineMs }) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const ended = AbortSignal.any([signal, deadline, closing.signal]);
      let slot: BrowserSlot | null = null;
      try {
        slot = await free.take(ended);
        return await captureInSlot(slot, request, ended);
      } catch (error) {
        if (error instanceof CaptureError) throw error;
        if (closing.signal.aborted) throw shutDown();
        if (signal.aborted)
          throw new CaptureError('aborted', 'The capture was called off.', { cause: error });
        throw slot
          ? new CaptureError('deadline_exceeded', `The capture took longer than ${deadlineMs / 1000} s.`)
          : new CaptureError('browser_busy', `No browser was free within ${deadlineMs / 1000} s.`);
      } finally {
        if (slot) releaseSlot(slot);
      }
    },
    healthy: () => started && !closing.signal.aborted && slots.some((slot) => !slot.lastLaunchFailed),
    async close() {
      closing.abort();
      await Promise.all(slots.map((slot) => slot.close()));
      await Promise.all([...releasing, ...slots.map((slot) => slot.tidied())]);
    },
  };
}

/** So long a capture whose browser was killed may take to close its proxy. */
const cleanUpMs = 2_000;

function tooMuchMemory(bytes: number): CaptureError {
  const mebibytes = Math.round(bytes / 1_024 / 1_024);
  return new CaptureError('too_much_memory', `The page took more than ${mebibytes} MiB of memory.`);
}

function shutDown(): CaptureError {
  return new CaptureError('browser_unavailable', 'The browsers are being shut down.');
}
