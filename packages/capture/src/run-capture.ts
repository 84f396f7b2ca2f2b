import {
  type EgressAllow,
  type EgressLimits,
  type EgressSession,
  openEgressSession,
  type Resolve,
} from '@shotclock/egress';
import type { Browser } from 'puppeteer';
import { bounded, ranOut } from './bounded.ts';
import { CaptureError } from './capture-error.ts';
import type { Capture, CaptureRequest } from './capture-types.ts';
import { extract } from './extract.ts';
import { checkPlace, navigate } from './navigate.ts';
import { type ContextNetwork, type OpenPage, onlyThrough, openPage } from './open-page.ts';
import { settle } from './settle.ts';
import { shoot } from './shoot.ts';
import { makeThumbnail } from './thumbnail.ts';

export type CaptureSurroundings = {
  allow: EgressAllow;
  egressLimits?: EgressLimits;
  /** The system's resolver when left out. */
  resolve?: Resolve;
  /** `onlyThrough` when left out, as in every run but the tests that show what it is for. */
  networkOf?: (proxyUrl: string) => ContextNetwork;
  /** Ends the waits of our own; what hangs inside the browser ends with the browser. */
  signal: AbortSignal;
  /** The browser does not close a page any more: nothing can be trusted to it. */
  abandonBrowser(): Promise<void>;
};

/** How long a fault waits for the news that the page has crashed, which explains it. */
const explanationMs = 250;
/** How long a page may take to close. */
const closeMs = 3_000;

/**
 * One capture in a context and on a network of its own, both closed at the end. It is over when the page or the
 * browser says so: the supervisor holds the deadline.
 * @throws CaptureError, or what Puppeteer throws when the browser is gone
 */
export async function runCapture(
  browser: Browser,
  request: CaptureRequest,
  surroundings: CaptureSurroundings,
): Promise<Capture> {
  const { allow, egressLimits, resolve, networkOf = onlyThrough } = surroundings;
  const session = await openEgressSession({
    allow,
    ...(egressLimits && { limits: egressLimits }),
    ...(resolve && { resolve }),
  });
  try {
    const open = await openPage(browser, networkOf(session.proxyUrl), request);
    try {
      return await Promise.race([steps(open, request, session, surroundings), open.lost]);
    } catch (error) {
      if (!(error instanceof CaptureError)) await bounded(open.lost, explanationMs);
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
  const closed = await bounded(open.close(), closeMs).catch(() => undefined);
  if (closed === ranOut) await abandonBrowser();
}

async function steps(
  open: OpenPage,
  request: CaptureRequest,
  session: EgressSession,
  { allow, signal }: CaptureSurroundings,
): Promise<Capture> {
  const loaded = await navigate(open, request, { session, allow });
  await settle(open, request, signal);
  // A script may have left for another address while we waited.
  checkPlace(open, allow);
  const { image, width, height, masks, notes: cut } = await shoot(open, request);
  const { html, text, comparable, notes: shortened } = await extract(open, request);
  checkPlace(open, allow);
  const { thumbnailWidth } = request;
  const thumbnail = thumbnailWidth === null ? null : await makeThumbnail(image, thumbnailWidth, request);
  const notes = [...loaded, ...cut, ...shortened, ...refused(session)];
  return { image, width, height, thumbnail, html, text, masks, comparable, notes };
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
