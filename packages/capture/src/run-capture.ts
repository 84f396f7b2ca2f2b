import {
  type EgressAllow,
  type EgressLimits,
  type EgressSession,
  openEgressSession,
  type Resolve,
} from '@shotclock/egress';
import { rejectOnAbort, withTimeout } from '@shotclock/runtime';
import type { BrowserProcess } from './browser/launch-browser.ts';
import { extract } from './extract/extract.ts';
import { takeScreenshot } from './image/take-screenshot.ts';
import { makeThumbnail } from './image/thumbnail.ts';
import { CaptureError } from './model/capture-error.ts';
import type { Capture, CaptureRequest } from './model/capture-types.ts';
import { watchDocument } from './page/document-watch.ts';
import { assertDocumentAllowed, navigate, type Place, stabilizeDocument } from './page/navigate.ts';
import { type ContextNetwork, type OpenPage, openPage, proxyOnly } from './page/open-page.ts';
import { settle } from './page/wait-until-ready.ts';

export type CaptureSurroundings = {
  allow: EgressAllow;
  egressLimits?: EgressLimits;
  /** The system's resolver when left out. */
  resolve?: Resolve;
  /** `proxyOnly` when left out, as in every run but the tests that show what it is for. */
  networkOf?: (proxyUrl: string) => ContextNetwork;
  /** Ends the capture at once; what hangs inside the browser ends with the browser. */
  signal: AbortSignal;
  /** The browser does not close a page any more: nothing can be trusted to it. */
  abandonBrowser(): Promise<void>;
};

/** How long a fault waits for the news that the page has crashed, which explains it. */
const explanationMs = 250;
/** How long a page may take to close. */
const closeMs = 3_000;

/**
 * One capture in a context and on a network of its own, both closed at the end.
 * @throws CaptureError, the signal's reason, or ProtocolError when the browser is gone
 */
export async function runCapture(
  browser: BrowserProcess,
  request: CaptureRequest,
  surroundings: CaptureSurroundings,
): Promise<Capture> {
  const { allow, egressLimits, resolve, networkOf = proxyOnly, signal } = surroundings;
  const session = await openEgressSession({
    allow,
    ...(egressLimits && { limits: egressLimits }),
    ...(resolve && { resolve }),
  });
  try {
    const open = await openPage(browser, networkOf(session.proxyUrl), request);
    try {
      const captured = Promise.race([steps(open, request, session, surroundings), open.lost]);
      return await rejectOnAbort(captured, signal);
    } catch (error) {
      if (!(error instanceof CaptureError || signal.aborted))
        await withTimeout(open.lost, explanationMs, { fallback: null });
      throw error;
    } finally {
      await close(open, surroundings);
    }
  } finally {
    await session.close();
  }
}

async function close(open: OpenPage, { abandonBrowser }: CaptureSurroundings): Promise<void> {
  // A browser that is gone has closed it already.
  const closing = open.close().then(
    () => true,
    () => true,
  );
  if (!(await withTimeout(closing, closeMs, { fallback: false }))) await abandonBrowser();
}

async function steps(
  open: OpenPage,
  request: CaptureRequest,
  session: EgressSession,
  { allow, signal }: CaptureSurroundings,
): Promise<Capture> {
  using watch = watchDocument(open.client, open.frameId);
  const place = { watch, session, allow };
  const loaded = await navigate(open, request, place);
  await settle(open, request, signal);
  const { shot, extracted } = await take(open, request, place, signal);
  const { image, width, height, masks, notes: cut } = shot;
  const { html, text, comparable, notes: shortened } = extracted;
  const { thumbnailWidth } = request;
  const thumbnail = thumbnailWidth === null ? null : await makeThumbnail(image, thumbnailWidth, request);
  const notes = [...loaded, ...cut, ...shortened, ...refused(session)];
  return { image, width, height, thumbnail, html, text, masks, comparable, notes };
}

/** Attempts to take the screenshot and the extracts of one document. The last one is made of a page that was stopped. */
const attempts = 3;

async function take(open: OpenPage, request: CaptureRequest, place: Place, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    await stabilizeDocument(open, request, place, attempt === attempts);
    assertDocumentAllowed(open, place);
    try {
      const shot = await takeScreenshot(open, request);
      const extracted = await extract(open, request);
      // A script may have left for another address while we looked.
      assertDocumentAllowed(open, place);
      // Otherwise parts of the result may come from the document before.
      if (attempt === attempts || !place.watch.replaced()) return { shot, extracted };
    } catch (error) {
      const final = error instanceof CaptureError && !place.watch.replaced();
      if (final || signal.aborted || attempt === attempts) throw error;
    }
  }
}

/** So many refused hosts are named; a hostile page can try thousands. */
const named = 5;

function refused(session: EgressSession): string[] {
  const refusals = session.refusals();
  const sentences = refusals.slice(0, named).map(({ host, port, reason, count }) => {
    const times = count === 1 ? '' : ` ${count} times`;
    return `A connection to ${host}:${port} was refused${times}: ${reason}.`;
  });
  const more = refusals.length - named;
  return more > 0 ? [...sentences, `Connections to ${more} more hosts were refused.`] : sentences;
}
