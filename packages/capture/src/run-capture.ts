import { usedOptions } from '@shotclock/contracts/capture-options';
import {
  createBlockedHostsLoader,
  type EgressAllow,
  type EgressLimits,
  type EgressResources,
  type EgressSession,
  type LoadBlockedHosts,
  openEgressSession,
  type Resolve,
} from '@shotclock/egress';
import { type Deadline, measureStep, rejectOnAbort, withTimeout } from '@shotclock/runtime';
import { freeBytes } from './browser/free-bytes.ts';
import type { BrowserProcess } from './browser/launch-browser.ts';
import { captureDocument } from './capture-document.ts';
import { createConsentRulesLoader, type LoadConsentRules } from './consent/consent-rules.ts';
import { dismissPopup } from './consent/dismiss-popup.ts';
import { makeThumbnail } from './image/make-thumbnail.ts';
import { takeFailureImage } from './image/take-failure-image.ts';
import { createImageMemory, type ImageMemory } from './image-memory.ts';
import { CaptureError, captureFailed } from './model/capture-error.ts';
import { type CaptureObserver, noObserver } from './model/capture-observer.ts';
import type { Capture, CaptureLogger, CaptureRequest } from './model/capture-types.ts';
import type { ConsentRecord } from './model/page-record.ts';
import { watchDocument } from './page/document-watch.ts';
import { type DocumentContext, navigate, statusNotes } from './page/navigate.ts';
import { type ContextNetwork, type OpenPage, openPage, proxyOnly } from './page/open-page.ts';
import { blockedCategories, createPageFilter, type PageFilter } from './page/page-filter.ts';
import { createPageScript } from './page/page-script.ts';
import { isLargeImage } from './page/plan-area.ts';
import { refusalNotes } from './page/refusal-notes.ts';
import { createRequestBlocker, type RequestBlocker } from './page/request-blocker.ts';
import { createRestBudget } from './page/rest-budget.ts';
import { waitUntilReady } from './page/wait-until-ready.ts';
import { awaitChallenge } from './record/await-challenge.ts';
import { lookAgainIfBlank } from './record/look-again.ts';
import { pageRecord } from './record/page-record.ts';
import { timeSteps } from './record/step-times.ts';
import { type NetworkWatch, watchNetwork } from './record/watch-network.ts';

export type CaptureContext = {
  allow: EgressAllow;
  egressLimits?: Partial<EgressLimits>;
  /** Resources that the egress sessions of the worker share. */
  egressResources?: EgressResources;
  /** Default: `/etc/hosts` and DNS. */
  resolve?: Resolve;
  /**
   * Loads the hosts that the options `blockAds`, `blockTrackers` and `blockChats` block. Default: no operator lists are
   * loaded.
   */
  blockedHosts?: LoadBlockedHosts;
  /** Loads the rules for the option `cookieBanners`. Default: those of autoconsent. */
  consentRules?: LoadConsentRules;
  /** Default: `proxyOnly`. Only the tests that show the effect of the proxy pass another function. */
  networkOf?: (proxyUrl: string) => ContextNetwork;
  /**
   * Limits the steps; the caller aborts `signal` once the deadline has passed. The deadline then belongs to the result.
   */
  deadline: Deadline;
  /** Opens the memory for images of this capture. Default: unlimited. */
  openMemory?: () => ImageMemory;
  /** Ends the capture immediately. The caller kills the browser, which ends all hanging commands. */
  signal: AbortSignal;
  /**
   * Called when the document has been received. Until the capture ends, `take` can be called to take an image of the page
   * in case of a failure.
   */
  onLoaded?: (take: TakeImage) => void;
  /** Called when the capture has failed, before its failure image is taken. Later errors do not change the failure. */
  onFailed?: (error: CaptureError) => void;
  /** Called before the page is closed. */
  onClosing?: () => void;
  /** Called when the browser does not close the page in time. The browser must then be killed. */
  abandonBrowser(): void;
  /** Default: nothing is reported. */
  observer?: CaptureObserver;
  /** Default: nothing is logged. */
  logger?: Pick<CaptureLogger, 'warn'>;
};

/** Takes the failure image (`takeFailureImage`). */
export type TakeImage = (limitMs: number) => Promise<Buffer | null>;

/** Time limit for the failure image, because a page that hangs cannot be painted. */
const failureImageMs = 2_000;
/** No failure image is taken within this time before the deadline. */
const reservedMs = 250;
/** How long to wait for a crash event that may explain a failed command. */
const crashEventMs = 250;
/** Time limit for a page to close. */
const closeMs = 3_000;
const noLogger = { warn() {} };
const defaultConsentRules = createConsentRulesLoader(null);

/**
 * Takes one capture in a new browser context with its own egress session, and closes both at the end. Dispose of the
 * result when its images are no longer needed.
 * @throws CaptureError, the signal's reason, or ProtocolError if the browser has exited
 */
export async function runCapture(
  browser: BrowserProcess,
  request: CaptureRequest,
  context: CaptureContext,
): Promise<Capture> {
  const { allow, egressLimits, egressResources, resolve, networkOf = proxyOnly, signal } = context;
  const { openMemory = createImageMemory(Number.POSITIVE_INFINITY).open } = context;
  const { blockedHosts = createBlockedHostsLoader(null) } = context;
  const { observer, stepMs } = timeSteps(context.observer ?? noObserver);
  const categories = blockedCategories(request.options);
  const filter =
    categories.length > 0 ? createPageFilter(await blockedHosts(), request.url, categories) : null;
  const blocker = createRequestBlocker(request.options);
  const session = await openEgressSession({
    allow,
    ...(filter && { filter }),
    ...(egressLimits && { limits: egressLimits }),
    ...(egressResources && { resources: egressResources }),
    ...(resolve && { resolve }),
    ...(browser.listener && { listener: browser.listener.openAddress() }),
    onRefused: observer.connectionRefused,
  });
  try {
    const open = await measureStep(observer, 'open', () =>
      openPage(browser, networkOf(session.proxyUrl), { ...request, blocker }),
    );
    filter?.follow(open.client, open.frameId);
    blocker?.follow(open.client, open.frameId);
    let running: Promise<Capture> | undefined;
    try {
      const recorded = { stepMs, version: browser.version, filter, blocker };
      running = steps(open, request, session, { ...context, ...recorded, openMemory, observer });
      return await rejectOnAbort(Promise.race([running, open.lost]), signal);
    } catch (error) {
      // If the capture still succeeds, no caller is left to dispose of it.
      void running?.then(
        ({ memory }) => memory.release(),
        () => undefined,
      );
      if (!(error instanceof CaptureError || signal.aborted))
        await withTimeout(open.lost, crashEventMs, { fallback: null });
      throw error;
    } finally {
      await measureStep(observer, 'close', () => close(open, context));
    }
  } finally {
    await session.close();
  }
}

async function close(open: OpenPage, { onClosing, abandonBrowser }: CaptureContext): Promise<void> {
  onClosing?.();
  // Closing fails if the browser has exited, but then the page is closed as well.
  const closing = open.close().then(
    () => true,
    () => true,
  );
  if (!(await withTimeout(closing, closeMs, { fallback: false }))) abandonBrowser();
}

type StepsContext = CaptureContext & {
  openMemory: () => ImageMemory;
  observer: CaptureObserver;
  stepMs: () => Record<string, number>;
  version: string;
  filter: PageFilter | null;
  blocker: RequestBlocker | null;
};

async function steps(
  open: OpenPage,
  request: CaptureRequest,
  session: EgressSession,
  context: StepsContext,
): Promise<Capture> {
  const { allow, signal, observer, deadline, onFailed, blocker } = context;
  using watch = watchDocument(open.client, open.frameId);
  using network = watchNetwork(open.client, open.frameId);
  const document = { watch, session, allow, blocker };
  const loadNotes = await measureStep(observer, 'navigate', () => navigate(open, request, document));
  const takeImage: TakeImage = (limitMs) => takeFailureImage(open, request, document, limitMs);
  context.onLoaded?.(takeImage);
  try {
    return await captureLoaded(open, request, { document, session, network, loadNotes }, context);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof CaptureError) onFailed?.(error);
    const image = await takeImage(Math.min(failureImageMs, deadline.remainingMs() - reservedMs));
    // If no image could be taken, the page or the browser may have crashed, which would explain other errors.
    if (image === null) throw error;
    const failure = error instanceof CaptureError ? error : captureFailed(error);
    failure.image = image;
    throw failure;
  }
}

type LoadedPage = {
  document: DocumentContext;
  session: EgressSession;
  network: NetworkWatch;
  loadNotes: string[];
};

/** The steps that follow once the page's document has been received. */
async function captureLoaded(
  open: OpenPage,
  request: CaptureRequest,
  { document, session, network, loadNotes }: LoadedPage,
  context: StepsContext,
): Promise<Capture> {
  const { signal, openMemory, deadline, observer, stepMs, version, filter, logger = noLogger } = context;
  const { watch } = document;
  const { cookieBanners } = usedOptions(request.options);
  const { consentRules = defaultConsentRules } = context;
  const dismiss = async (previousMs: number): Promise<ConsentRecord | null> => {
    if (cookieBanners === 'keep') return null;
    return measureStep(observer, 'consent', async () =>
      dismissPopup(open, watch, {
        ...{ action: cookieBanners, previousMs, rules: await consentRules(), waitUntil: request.waitUntil },
        ...{ remainingMs: deadline.remainingMs(), logger },
      }),
    );
  };
  // Images are encoded in separate threads, which would otherwise continue after the capture has failed.
  const encodeSeconds = () => Math.max(1, Math.ceil(deadline.remainingMs() / 1_000));
  const consent = await measureStep(observer, 'wait', async (uncounted) => {
    await awaitChallenge(network, watch, request, { remainingMs: deadline.remainingMs(), signal });
    const found = await uncounted(() => dismiss(0));
    await waitUntilReady(open, request, signal);
    // A popup may have appeared in the meantime.
    const waited = request.waitFor !== null || request.delayMs > 0;
    return found?.outcome === 'none' && waited ? uncounted(() => dismiss(found.ms)) : found;
  });
  const rest = createRestBudget(deadline.remainingMs());
  const { js } = request.options ?? {};
  const script = js === undefined ? null : createPageScript(js);
  const capture = async (signal: AbortSignal) => {
    const memory = openMemory();
    const encoding = { encodeSeconds, memory, signal };
    // Encoding an image uses the memory even after `signal` has aborted.
    const captured = await releaseOnFailure(memory, () =>
      captureDocument(open, request, document, {
        ...{ observer, network, filter, script, logger, rest, encoding },
      }),
    );
    return { ...captured, memory };
  };
  const { screenshot, extracted, seen, rejection, memory } = await lookAgainIfBlank(
    open,
    await capture(signal),
    capture,
    {
      remainingMs: deadline.remainingMs(),
      signal,
      release: (captured) => captured.memory.release(),
    },
  );
  if (rejection !== null) {
    memory.release();
    throw new CaptureError('page_rejected', rejection);
  }
  const { image, width, height, masks, notes: imageNotes } = screenshot;
  const { html, text, comparable, numberText, notes: extractNotes } = extracted;
  const { thumbnailWidth } = request;
  const thumbnail =
    thumbnailWidth === null
      ? null
      : await measureStep(observer, 'thumbnail', () =>
          releaseOnFailure(memory, () =>
            makeThumbnail(image, thumbnailWidth, { ...request, encodeSeconds: encodeSeconds() }),
          ),
        );
  const refusals = session.refusals();
  const notes = [
    ...statusNotes(seen.answer?.httpStatus ?? null),
    ...loadNotes,
    ...imageNotes,
    ...extractNotes,
    ...refusalNotes(refusals),
  ];
  const sent = open.sentHeaders() ?? { userAgent: request.userAgent, acceptLanguage: request.acceptLanguage };
  const page = pageRecord(seen, {
    requests: network.requests(),
    receivedBytes: session.bytesReceived(),
    refusals,
    blocked: filter?.counts() ?? null,
    consent,
    stepMs: stepMs(),
    version,
  });
  return {
    ...{ image, width, height, thumbnail, html, text, masks, comparable, numberText },
    ...{ sent, page, notes },
    deadline,
    memory,
    freeImage() {
      if (isLargeImage({ width, height })) freeBytes(image);
    },
    [Symbol.dispose]() {
      memory.release();
      deadline[Symbol.dispose]();
    },
  };
}

async function releaseOnFailure<T>(memory: ImageMemory, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    memory.release();
    throw error;
  }
}
