import type { EgressAllow, EgressLimits, Resolve } from '@shotclock/egress';
import type { Browser } from 'puppeteer';
import { bounded, unlessAborted } from './bounded.ts';
import { BrowserSlot, type RecycleLimits } from './browser-slot.ts';
import { CaptureError } from './capture-error.ts';
import type { Capture, CaptureLogger, CaptureRequest } from './capture-types.ts';
import { FreeSlots } from './free-slots.ts';
import { runCapture } from './run-capture.ts';

export type SupervisorLimits = RecycleLimits & {
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
  /** Launches the first browser; the others when they are needed. @throws CaptureError `browser_unavailable` */
  start(): Promise<void>;
  /** @throws CaptureError and nothing else */
  capture(request: CaptureRequest, options: CaptureOptions): Promise<Capture>;
  /** Started, not closed, and at least one browser runs or could be tried. */
  healthy(): boolean;
  /** Ends every browser at once; captures that run or wait fail as `browser_unavailable`. */
  close(): Promise<void>;
};

const defaultLimits: SupervisorLimits = { captures: 200, ageMs: 60 * 60 * 1_000 };

/** Owns the browser processes: how many captures run, how long each may take, and when a process is replaced. */
export function createBrowserSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const { executablePath, sandbox, processes, allow, resolve, logger } = options;
  const recycle = { ...defaultLimits, ...options.limits };
  const slots = Array.from(
    { length: processes },
    () => new BrowserSlot({ executablePath, sandbox, recycle, logger }),
  );
  const free = new FreeSlots(slots);
  const closing = new AbortController();
  let started = false;

  const captureIn = async (slot: BrowserSlot, request: CaptureRequest, signal: AbortSignal) => {
    let browser: Browser | null = null;
    let running: Promise<Capture> | null = null;
    try {
      browser = await unlessAborted(slot.browser(), signal);
      running = runCapture(browser, request, {
        allow,
        signal,
        egressLimits: recycle.egress,
        ...(resolve && { resolve }),
        abandonBrowser: () => slot.kill(),
      });
      const capture = await unlessAborted(running, signal);
      await slot.captured();
      return capture;
    } catch (error) {
      // What hangs in the browser ends with it, and nobody else's capture is in there.
      if (signal.aborted && browser) {
        await slot.kill();
        if (running) await bounded(running, cleanUpMs).catch(() => undefined);
      } else if (browser?.connected) await slot.captured();
      if (signal.aborted) throw error;
      // Before any other judgement: to a step, a dying browser looks like a page that was closed or is none.
      if (browser?.connected === false)
        throw new CaptureError('browser_crashed', 'The browser crashed.', { cause: error });
      throw error instanceof CaptureError
        ? error
        : new CaptureError('capture_failed', 'The page could not be captured.', { cause: error });
    }
  };

  return {
    async start() {
      await slots[0]?.browser();
      started = true;
    },
    async capture(request, { signal, deadlineMs }) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const ended = AbortSignal.any([signal, deadline, closing.signal]);
      let slot: BrowserSlot | null = null;
      try {
        slot = await free.take(ended);
        return await captureIn(slot, request, ended);
      } catch (error) {
        if (error instanceof CaptureError) throw error;
        if (closing.signal.aborted) throw shutDown();
        if (signal.aborted)
          throw new CaptureError('aborted', 'The capture was called off.', { cause: error });
        throw slot
          ? new CaptureError('deadline_exceeded', `The capture took longer than ${deadlineMs / 1000} s.`)
          : new CaptureError('browser_busy', `No browser was free within ${deadlineMs / 1000} s.`);
      } finally {
        if (slot) free.give(slot);
      }
    },
    healthy: () => started && !closing.signal.aborted && slots.some((slot) => !slot.lastLaunchFailed),
    async close() {
      closing.abort();
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** So long a capture whose browser was killed may take to close its proxy. */
const cleanUpMs = 2_000;

function shutDown(): CaptureError {
  return new CaptureError('browser_unavailable', 'The browsers are being shut down.');
}
