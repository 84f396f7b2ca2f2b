import {
  createBlockedHostsLoader,
  createEgressResources,
  type EgressAllow,
  type EgressLimits,
  type LoadBlockedHosts,
  type Resolve,
} from '@shotclock/egress';
import { type Deadline, measureStep, rejectOnAbort, withDeadline, withTimeout } from '@shotclock/runtime';
import { removeAbandonedProfiles } from './browser/browser-profile.ts';
import { BrowserSlot, type RecycleLimits } from './browser/browser-slot.ts';
import { SandboxError } from './browser/browser-start-error.ts';
import { FreeSlots } from './browser/free-slots.ts';
import { guardProcesses } from './browser/guard-processes.ts';
import type { BrowserProcess } from './browser/launch-browser.ts';
import { IsolationError, type IsolationSetting, probeIsolation } from './browser/probe-isolation.ts';
import { canRestorePriority } from './browser/process-priority.ts';
import { createConsentRulesLoader, type LoadConsentRules } from './consent/consent-rules.ts';
import { capturesShare, createWorkerMemoryGuard } from './guard-worker-memory.ts';
import { createImageMemory, imageCapacity } from './image-memory.ts';
import type { IsolationKind } from './isolation/isolation-kind.ts';
import type { BrowserFacts, Loss } from './model/browser-facts.ts';
import { type CaptureBudget, defaultBudget, imageBytes } from './model/capture-budget.ts';
import { CaptureError, captureFailed } from './model/capture-error.ts';
import { type CaptureObserver, noObserver } from './model/capture-observer.ts';
import type { Capture, CaptureLogger, CaptureRequest } from './model/capture-types.ts';
import { emulationOf } from './model/emulation.ts';
import { imageSize } from './model/image-pixels.ts';
import { outsideDeadline } from './outside-deadline.ts';
import { imageLimits } from './page/plan-area.ts';
import { readMissingScripts } from './page/read-missing-scripts.ts';
import { runCapture, type TakeImage } from './run-capture.ts';

export type SupervisorLimits = RecycleLimits & {
  /** Limits for one capture; omitted ones come from `defaultBudget`. The default memory limit is twice `memoryBytes`. */
  budget?: Partial<CaptureBudget>;
  /** If this process uses more memory than this, in bytes, the capture that holds the most memory fails. */
  workerMemoryBytes: number;
  /** Limits for the egress session of each capture; if omitted, the defaults of the egress package apply. */
  egress?: Partial<EgressLimits>;
};

export type SupervisorOptions = {
  executablePath: string;
  /**
   * `auto`: browsers use the Chromium sandbox if the system permits it. `false` is for systems where it does not work, for example as
   * root without user namespaces.
   */
  sandbox: boolean | 'auto';
  /** Default: `auto`. */
  isolation?: IsolationSetting;
  /** Folders with the worker's data, which an isolated browser must not see. */
  hidden?: readonly string[];
  /**
   * Number of browser processes. Each browser process runs one capture at a time, because a long PNG would stall other
   * captures in the same process.
   */
  processes: number;
  allow: EgressAllow;
  /** Resolves host names for the egress proxies; `/etc/hosts` and DNS if omitted. */
  resolve?: Resolve;
  /** Loads the hosts that captures can block. Default: no operator lists are loaded. */
  blockedHosts?: LoadBlockedHosts;
  /** Loads the rules for cookie banners. Default: those of autoconsent. */
  consentRules?: LoadConsentRules;
  logger: CaptureLogger;
  limits?: Partial<SupervisorLimits>;
  /** By default, nothing is reported. */
  observer?: CaptureObserver;
};

export type CaptureOptions = {
  signal: AbortSignal;
  /**
   * Milliseconds from the call. The deadline includes the wait for a free slot, but neither the wait for a killed browser to
   * exit nor the wait for the memory of large images, which has a limit of the same length. After the deadline, only an
   * image of the page is taken, within 1 s. The slot is free no later than 5 s after that.
   */
  deadlineMs: number;
  /** Receives the steps of this capture instead of the observer. */
  stepEnded?: CaptureObserver['stepEnded'];
};

export type BrowserSupervisor = {
  /**
   * Removes the profiles of killed processes, launches the first browser, and tests whether it draws text. Other browsers
   * are launched when they are needed.
   * @throws IsolationError if isolation is required but not possible
   * @throws IsolationTestError if the system lacks the resources to test isolation
   * @throws BrowserStartError whose message states the cause and how to fix it
   */
  start(): Promise<void>;
  /**
   * Dispose of the result when its images are no longer needed: other captures may be waiting for their memory.
   * @throws CaptureError, and no other errors
   */
  capture(request: CaptureRequest, options: CaptureOptions): Promise<Capture>;
  /** True after the start and before `close`, unless the last launch of every slot failed. */
  healthy(): boolean;
  /** What the start has shown; null before. The log has a warning for each loss. */
  facts(): BrowserFacts | null;
  /** Measures the running browsers. Memory is their proportional set size in bytes; null on systems other than Linux. */
  usage(): Promise<{ browsers: number; memoryBytes: number | null }>;
  /** Closes all browsers immediately. Running and waiting captures fail with `browser_unavailable`. */
  close(): Promise<void>;
};

type SlotOptions = {
  /** Ends the capture immediately. */
  cancelled: AbortSignal;
  /** Follows `cancelled`. */
  deadline: Deadline;
  deadlineMs: number;
  observer: CaptureObserver;
};

const withoutSandbox = (reason: string): Loss => ({
  protection: 'sandbox',
  problem: `Browsers run without the Chromium sandbox: code that controls a renderer has the rights of its browser. ${reason}`,
  remedy: 'Allow user namespaces (docs/operations.md, "Container rights").',
});

const defaultLimits: SupervisorLimits = {
  captures: 200,
  ageMs: 60 * 60 * 1_000,
  memoryBytes: 1_024 * 1_024 * 1_024,
  // This allows the browser to finish the last page and do its own work.
  idleCpuMs: 10_000,
  workerMemoryBytes: 2_048 * 1_024 * 1_024,
};

/**
 * CPU time in milliseconds after which the browser of a capture runs at a lower priority until its page is closed, so that
 * short captures go first. A browser whose priority cannot be restored is replaced, which costs about 400 ms of CPU time.
 */
const busyCpuMs = { restorable: 500, otherwise: 5_000 };

/** Time limit in milliseconds for taking the image of a page whose deadline has passed. */
const lateImageMs = 1_000;

/** Time limit for closing the egress session of a capture whose browser was killed. */
const cleanUpMs = 2_000;

/** Manages the browser processes: how many captures run, how long each may take, and when a process is replaced. */
export function createBrowserSupervisor(options: SupervisorOptions): BrowserSupervisor {
  const {
    executablePath,
    sandbox,
    hidden = [],
    processes,
    allow,
    resolve,
    blockedHosts = createBlockedHostsLoader(null),
    consentRules = createConsentRulesLoader(null),
    logger,
    observer = noObserver,
  } = options;
  let probed: Promise<IsolationKind | null> | undefined;
  const losses: Loss[] = [];
  const lose = (loss: Loss) => {
    logger.warn({}, `${loss.problem} ${loss.remedy}`);
    losses.push(loss);
  };
  const isolation = () => (probed ??= chooseIsolation(options, lose));
  let sandboxed = sandbox !== false;
  const recycle = { ...defaultLimits, ...options.limits };
  // A capture may temporarily need more memory than a browser may keep between captures.
  const budget = { ...defaultBudget, memoryBytes: 2 * recycle.memoryBytes, ...recycle.budget };
  const workerMemory = createWorkerMemoryGuard({
    limitBytes: recycle.workerMemoryBytes,
    captures: processes,
    logger,
  });
  const imageMemory = createImageMemory(
    imageCapacity(recycle.workerMemoryBytes, capturesShare * recycle.workerMemoryBytes),
    (imageBytes) => logger.info({ imageBytes }, 'a large image waits for memory that other captures hold'),
  );
  const slots = Array.from(
    { length: processes },
    () =>
      new BrowserSlot({
        ...{ executablePath, isolation, hidden, recycle, budget, logger, observer },
        // Read before each launch.
        get sandbox() {
          return sandboxed;
        },
      }),
  );
  const free = new FreeSlots(slots);
  const egressResources = createEgressResources();
  const restorable = canRestorePriority();
  const busyAfterMs = restorable ? busyCpuMs.restorable : busyCpuMs.otherwise;
  const closing = new AbortController();
  const releasing = new Set<Promise<void>>();
  const killing = new Set<Promise<unknown>>();
  let started = false;
  let facts: BrowserFacts | null = null;

  /** With `auto`, decides whether browsers use the sandbox. Only a refusal of the system counts. */
  const firstBrowser = async (slot: BrowserSlot) => {
    try {
      return await slot.browser();
    } catch (error) {
      if (sandbox !== 'auto' || !(error instanceof SandboxError)) throw error;
      sandboxed = false;
      lose(withoutSandbox(error.reason));
      return await slot.browser();
    }
  };

  const launchedBrowser = async (slot: BrowserSlot) => {
    try {
      return await slot.browser();
    } catch (cause) {
      logger.error({}, cause instanceof Error ? cause.message : String(cause));
      throw new CaptureError('browser_unavailable', 'The browser could not be started.', { cause });
    }
  };

  const captureInSlot = async (
    slot: BrowserSlot,
    request: CaptureRequest,
    { cancelled, deadline, deadlineMs, observer }: SlotOptions,
  ) => {
    const failed = new AbortController();
    const stopped = new AbortController();
    const interrupted = AbortSignal.any([cancelled, failed.signal]);
    const signal = AbortSignal.any([interrupted, deadline.signal]);
    const isDeadline = (error: unknown) => error === deadline.signal.reason && !cancelled.aborted;
    // Some steps wait for something other than the browser and would not notice that it crashed.
    const fail = (error: CaptureError) => failed.abort(error);
    const onCrash = () => fail(new CaptureError('browser_crashed', 'The browser crashed.'));
    const failures: CaptureError[] = [];
    let lateImage: Buffer | null = null;
    let takeImage: TakeImage = async () => null;
    let browser: BrowserProcess | null = null;
    let running: Promise<Capture> | null = null;
    let pageCloses = false;
    const kills: Promise<void>[] = [];
    try {
      browser = await rejectOnAbort(launchedBrowser(slot), signal);
      browser.puppeteer.once('disconnected', onCrash);
      using _processes = guardProcesses(browser.pid, {
        budget,
        exceeded: fail,
        busyCpuMs: busyAfterMs,
        busy: () => {
          if (!pageCloses) browser?.priority.lower();
        },
      });
      using messages = browser.guardMessages(
        { ...budget, imageBytes: imageBytes(largestImage(request)) },
        fail,
      );
      using _memory = workerMemory.include({ keptBytes: messages.keptBytes, fail });
      running = runCapture(browser, request, {
        allow,
        signal: AbortSignal.any([interrupted, stopped.signal]),
        deadline,
        openMemory: () => outsideDeadline(imageMemory.open(), { deadline, maxMs: deadlineMs }),
        egressLimits: recycle.egress,
        egressResources,
        blockedHosts,
        consentRules,
        ...(resolve && { resolve }),
        onClosing: () => {
          // Closing a page takes milliseconds of CPU time, but seconds at a lower priority on a busy machine.
          if (!restorable) return;
          pageCloses = true;
          browser?.priority.restore();
        },
        abandonBrowser: () => {
          if (stopped.signal.aborted) return;
          // The capture already has its result, which must not change when the browser exits.
          browser?.puppeteer.off('disconnected', onCrash);
          logger.warn({ browserPid: browser?.pid }, 'killing a browser that did not close a page');
          kills.push(slot.kill('page_stuck'));
        },
        observer,
        logger,
        onLoaded: (take) => {
          takeImage = take;
        },
        onFailed: (error) => failures.push(error),
      });
      return await rejectOnAbort(running, signal).catch(async (error) => {
        // The page may already be painted even though something is still loading.
        if (isDeadline(error) && failures.length === 0)
          lateImage = await rejectOnAbort(takeImage(lateImageMs), interrupted).catch(() => null);
        throw error;
      });
    } catch (error) {
      if (signal.aborted && browser) {
        stopped.abort(error);
        kills.push(endCapture(slot, running));
      }
      // The capture had already failed, and only its failure image was still being taken.
      if (failures[0]) throw failures[0];
      if (isDeadline(error)) {
        const exceeded = new CaptureError(
          'deadline_exceeded',
          `The capture took longer than ${deadlineMs / 1000} s.`,
        );
        exceeded.image = lateImage;
        throw exceeded;
      }
      if (signal.aborted) throw error;
      // Check this before using the error: when the browser crashes, a step fails as if the page had been closed or had
      // not loaded.
      if (kills.length === 0 && browser?.puppeteer.connected === false)
        throw new CaptureError('browser_crashed', 'The browser crashed.', { cause: error });
      throw error instanceof CaptureError ? error : captureFailed(error);
    } finally {
      browser?.puppeteer.off('disconnected', onCrash);
      releaseSlot(slot, kills);
    }
  };

  /**
   * The caller does not wait for this: on a busy machine, the processes of a killed browser take seconds to exit. Only the
   * next capture waits until the browser has exited or has been replaced.
   */
  const releaseSlot = (slot: BrowserSlot, kills: readonly Promise<void>[]) => {
    const killed = Promise.all(kills);
    killing.add(killed);
    const released = killed
      .then(() => {
        killing.delete(killed);
        return slot.recycleIfDue();
      })
      .finally(() => {
        releasing.delete(released);
        free.release(slot);
      });
    releasing.add(released);
  };

  /** Waits for a free slot. The deadline is paused while killed browsers exit, because other captures cause that wait. */
  const acquireSlot = async (deadline: Deadline) => {
    const acquired = free.acquire(deadline.signal);
    {
      using _paused = deadline.pause();
      await Promise.race([acquired, Promise.all(killing)]);
    }
    return await acquired;
  };

  return {
    async start() {
      const profiles = await removeAbandonedProfiles();
      if (profiles > 0) logger.info({ profiles }, 'removed browser profiles of killed processes');
      const kind = await isolation();
      const [first] = slots;
      if (first) {
        const browser = await firstBrowser(first);
        const missingScripts = await readMissingScripts(browser, executablePath);
        const { version } = browser;
        facts = { executablePath, version, isolation: kind, sandboxed, losses, missingScripts };
      }
      started = true;
    },
    async capture(request, { signal, deadlineMs, stepEnded = observer.stepEnded }) {
      const cancelled = AbortSignal.any([signal, closing.signal]);
      const deadline = withDeadline(cancelled, deadlineMs);
      try {
        const observed = { ...observer, stepEnded };
        const slot = await measureStep(observed, 'browser', () => acquireSlot(deadline));
        return await captureInSlot(slot, request, { cancelled, deadline, deadlineMs, observer: observed });
      } catch (error) {
        deadline[Symbol.dispose]();
        if (error instanceof CaptureError) throw error;
        if (closing.signal.aborted) throw shuttingDown();
        if (signal.aborted) throw new CaptureError('aborted', 'The capture was aborted.', { cause: error });
        throw new CaptureError('browser_busy', `No browser became free within ${deadlineMs / 1000} s.`);
      }
    },
    healthy: () => started && !closing.signal.aborted && slots.some((slot) => !slot.lastLaunchFailed),
    facts: () => facts,
    async usage() {
      const sizes = await Promise.all(slots.map((slot) => slot.memory()));
      const running = sizes.filter((size) => size !== undefined);
      const known = running.filter((size) => size !== null);
      const memoryBytes = process.platform === 'linux' ? known.reduce((sum, size) => sum + size, 0) : null;
      return { browsers: running.length, memoryBytes };
    },
    async close() {
      closing.abort();
      await Promise.all(slots.map((slot) => slot.close()));
      await Promise.all([...releasing, ...slots.map((slot) => slot.profilesRemoved())]);
    },
  };
}

/** Kills the browser of an aborted capture, which ends all commands that hang. No other capture uses this browser. */
async function endCapture(slot: BrowserSlot, running: Promise<Capture> | null): Promise<void> {
  // If the capture still completes, no caller is left to dispose of it.
  void running?.then(
    (capture) => capture[Symbol.dispose](),
    () => undefined,
  );
  await slot.kill('capture_aborted');
  if (running) await withTimeout(running, cleanUpMs).catch(() => undefined);
}

async function chooseIsolation(
  options: SupervisorOptions,
  lose: (loss: Loss) => void,
): Promise<IsolationKind | null> {
  const { executablePath, isolation = 'auto', hidden, logger } = options;
  if (isolation === 'off') return null;
  try {
    return await probeIsolation(executablePath, { hidden, warn: (message) => logger.warn({}, message) });
  } catch (error) {
    if (isolation === 'required' || !(error instanceof IsolationError)) throw error;
    lose({
      protection: 'isolation',
      problem: `Browsers run without isolation: code that controls a browser has the rights of the worker. ${error.problem}`,
      remedy: error.remedy ?? 'Run it on Linux.',
    });
    return null;
  }
}

/** Maximum number of pixels in a request's image. */
function largestImage({ viewport, fullPage, crop, element, options }: CaptureRequest): number {
  const extended = fullPage || crop !== null || element !== null;
  const { width, height } = imageSize(viewport, emulationOf(options).scaleFactor);
  return Math.max(width * height, extended ? imageLimits.area : 0);
}

function shuttingDown(): CaptureError {
  return new CaptureError('browser_unavailable', 'The worker is shutting down its browsers.');
}
