import { STATUS_CODES } from 'node:http';
import { checkUrl, type EgressAllow, type EgressSession } from '@shotclock/egress';
import { withTimeout } from '@shotclock/runtime';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { DocumentWatch } from './document-watch.ts';
import { egressFailure, isEgressResponse, netFailure, notAPage } from './navigation-failure.ts';
import type { OpenPage } from './open-page.ts';
import type { RequestBlocker } from './request-blocker.ts';

/** Time limit for a document that replaces another one after the load condition was met. */
const replacementMs = 2_000;
/** Time limit for the commands that stop a page. */
const stopMs = 500;

type Navigation = Pick<CaptureRequest, 'url' | 'waitUntil' | 'waitUntilTimeoutMs'>;
/** The information about the page's document that the steps of a capture need. */
export type DocumentContext = {
  watch: DocumentWatch;
  session: Pick<EgressSession, 'problemAt'>;
  allow: EgressAllow;
  /** Null if no requests are blocked. */
  blocker: Pick<RequestBlocker, 'blockedPage' | 'blocksImage' | 'hide'> | null;
};

/**
 * Loads the page and waits for `waitUntil`. If the wait times out, the document is captured in its current state. Returns
 * notes about the load.
 * @throws CaptureError if no document was received, or if the document may not be captured
 */
export async function navigate(
  open: OpenPage,
  request: Navigation,
  document: DocumentContext,
): Promise<string[]> {
  const { watch, allow } = document;
  const target = allowedUrl(request.url, allow);
  const endsAt = performance.now() + request.waitUntilTimeoutMs;
  const loaded = await withTimeout(open.load(), request.waitUntilTimeoutMs, { fallback: null });
  assertNotBlocked(document);
  if (loaded === null) throw timedOut(request);
  if (loaded.errorText !== undefined && loaded.errorText !== 'net::ERR_HTTP_RESPONSE_CODE_FAILURE')
    throw navigationError(loaded.errorText, target.href, document);
  const remaining = Math.max(0, endsAt - performance.now());
  const reached = await watch.waitForState(request.waitUntil, remaining);
  if (!reached && !watch.committed()) throw timedOut(request);
  assertDocumentAllowed(open, document);
  // Later steps do not wait for content that the load condition does not require, or that did not arrive before its
  // timeout.
  if (!reached || request.waitUntil === 'dom_loaded') open.requests.ignorePending();
  return loadNotes(request, reached, watch);
}

/**
 * Waits for a document that has replaced, or is about to replace, the document whose load condition was met. Stops a page
 * that would otherwise never be painted, because it keeps replacing its document or waits for a blocking resource. With
 * `stop`, any page is stopped.
 */
export async function stabilizeDocument(
  { client }: OpenPage,
  { waitUntil }: Pick<CaptureRequest, 'waitUntil'>,
  { watch }: Pick<DocumentContext, 'watch'>,
  stop: boolean,
): Promise<void> {
  if (watch.navigating() || watch.replaced()) await watch.waitForState(waitUntil, replacementMs);
  if (!stop && !watch.navigating() && watch.paintable()) return;
  const disableScripts =
    stop || watch.navigating() ? client.send('Emulation.setScriptExecutionDisabled', { value: true }) : null;
  await withTimeout(Promise.all([disableScripts, client.send('Page.stopLoading')]), stopMs).catch(
    () => undefined,
  );
}

/**
 * Checks the current document, which a script may have replaced since the last check.
 * @throws CaptureError if it may not be captured
 */
export function assertDocumentAllowed(open: OpenPage, document: DocumentContext): void {
  const { watch, session, allow } = document;
  assertNotBlocked(document);
  const response = watch.response();
  const problem = response ? session.problemAt(response.url) : undefined;
  if (response && isEgressResponse(response.headers))
    throw problem ? egressFailure(problem) : redirectFailed();
  const interrupted = watch.interrupted();
  if (interrupted && problem?.code === 'over_limit') throw egressFailure(problem);
  if (interrupted === 'empty')
    throw new CaptureError('connection_failed', 'The transfer of the page ended before its first byte.');
  const url = open.url();
  // A script or a meta refresh has navigated to a URL that could not be loaded.
  if (url.startsWith('chrome-error:')) throw problem ? egressFailure(problem) : redirectFailed();
  // Chromium's error page keeps the failed URL.
  allowedUrl(url, allow);
  if (response?.type === 'application/pdf')
    throw new CaptureError('not_a_page', 'The URL returns a PDF, not a page.');
}

function assertNotBlocked({ blocker }: DocumentContext): void {
  if (blocker?.blockedPage())
    throw new CaptureError(
      'url_refused',
      'The URL of the page, or a URL that it leads to, matches a pattern of options.blockUrls.',
    );
}

function allowedUrl(url: string, allow: EgressAllow): URL {
  const check = checkUrl(url, allow);
  if (check.allowed) return check.url;
  throw new CaptureError('url_refused', `The URL was refused: ${check.reason}.`);
}

function navigationError(netError: string, url: string, { watch, session }: DocumentContext): CaptureError {
  const response = watch.response();
  const problem = session.problemAt(url) ?? (response ? session.problemAt(response.url) : undefined);
  if (problem) return egressFailure(problem);
  return netError === 'net::ERR_ABORTED' ? notAPage(response) : netFailure(netError);
}

function redirectFailed(): CaptureError {
  return new CaptureError('connection_failed', 'The page navigated to a URL that could not be loaded.');
}

/** Returns a note about the status of the captured document if it is an error status. */
export function statusNotes(status: number | null): string[] {
  if (status === null || status < 400) return [];
  const reason = STATUS_CODES[status];
  return [`The page responded with ${status}${reason ? ` ${reason}` : ''}.`];
}

function loadNotes(request: Navigation, reached: boolean, watch: DocumentWatch): string[] {
  return [
    ...(watch.interrupted() ? ['The transfer of the page ended early.'] : []),
    ...(reached
      ? []
      : [`${request.waitUntil} was not reached within ${seconds(request.waitUntilTimeoutMs)} s.`]),
  ];
}

function timedOut({ waitUntilTimeoutMs }: Navigation): CaptureError {
  return new CaptureError('timed_out', `The site did not respond within ${seconds(waitUntilTimeoutMs)} s.`);
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
