import { STATUS_CODES } from 'node:http';
import { checkUrl, type EgressAllow, type EgressSession } from '@shotclock/egress';
import { withTimeout } from '@shotclock/runtime';
import { CaptureError } from '../model/capture-error.ts';
import type { CaptureRequest } from '../model/capture-types.ts';
import type { DocumentWatch } from './document-watch.ts';
import { egressFailure, isEgressResponse, netFailure, notAPage } from './navigation-failure.ts';
import type { OpenPage } from './open-page.ts';

/** So long a page may take to arrive where a script has sent it after all. */
const arrivalMs = 2_000;
/** So long a page that is stopped may take to heed it. */
const stopMs = 500;

type Navigation = Pick<CaptureRequest, 'url' | 'waitUntil' | 'waitUntilTimeoutMs'>;
export type Place = { watch: DocumentWatch; session: Pick<EgressSession, 'problemAt'>; allow: EgressAllow };

/**
 * Loads the page and waits for `waitUntil`, softly: when the time runs out the document that came is good enough.
 * Returns what is worth saying about it.
 * @throws CaptureError when no document came, or one that may not be shown
 */
export async function navigate(open: OpenPage, request: Navigation, place: Place): Promise<string[]> {
  const { watch, allow } = place;
  const target = allowedUrl(request.url, allow);
  const endsAt = performance.now() + request.waitUntilTimeoutMs;
  const started = await withTimeout(open.load(), request.waitUntilTimeoutMs, { fallback: null });
  if (started === null) throw timedOut(request);
  if (started.errorText !== undefined && started.errorText !== 'net::ERR_HTTP_RESPONSE_CODE_FAILURE')
    throw failure(started.errorText, target.href, place);
  const remaining = Math.max(0, endsAt - performance.now());
  const reached = await watch.reached(request.waitUntil, remaining);
  if (!reached && !watch.committed()) throw timedOut(request);
  assertDocumentAllowed(open, place);
  return notes(request, reached, watch);
}

/**
 * Waits for a document that has replaced, or is replacing, the one that was waited for. Stops a page that would never be drawn
 * otherwise: it replaces itself for ever, or what it needs before it draws anything does not come. `stop`: in any case.
 */
export async function stabilizeDocument(
  { client }: OpenPage,
  { waitUntil }: Pick<CaptureRequest, 'waitUntil'>,
  { watch }: Pick<Place, 'watch'>,
  stop: boolean,
): Promise<void> {
  if (watch.leaving() || watch.replaced()) await watch.reached(waitUntil, arrivalMs);
  if (!stop && !watch.leaving() && watch.drawable()) return;
  const noScripts =
    stop || watch.leaving() ? client.send('Emulation.setScriptExecutionDisabled', { value: true }) : null;
  await withTimeout(Promise.all([noScripts, client.send('Page.stopLoading')]), stopMs).catch(() => undefined);
}

/**
 * Looks at where the page stands now, which a script may have changed since the last look.
 * @throws CaptureError when that may not be shown
 */
export function assertDocumentAllowed(open: OpenPage, { watch, session, allow }: Place): void {
  const answer = watch.answer();
  const problem = answer ? session.problemAt(answer.url) : undefined;
  if (answer && isEgressResponse(answer.headers)) throw problem ? egressFailure(problem) : redirectFailed();
  const brokenOff = watch.brokenOff();
  if (brokenOff && problem?.code === 'over_limit') throw egressFailure(problem);
  if (brokenOff === 'empty')
    throw new CaptureError('connection_failed', 'The page broke off before anything of it had come.');
  const url = open.url();
  // A redirect by script to an address that could not be loaded.
  if (url.startsWith('chrome-error:')) throw problem ? egressFailure(problem) : redirectFailed();
  // Chromium's own error page stands at the address that failed.
  allowedUrl(url, allow);
  if (answer?.type === 'application/pdf')
    throw new CaptureError('not_a_page', 'The address answers with a PDF, not with a page.');
}

function allowedUrl(url: string, allow: EgressAllow): URL {
  const check = checkUrl(url, allow);
  if (check.allowed) return check.url;
  throw new CaptureError('url_refused', `The address was refused: ${check.reason}.`);
}

function failure(netError: string, url: string, { watch, session }: Place): CaptureError {
  const answer = watch.answer();
  const problem = session.problemAt(url) ?? (answer ? session.problemAt(answer.url) : undefined);
  if (problem) return egressFailure(problem);
  return netError === 'net::ERR_ABORTED' ? notAPage(answer) : netFailure(netError);
}

function redirectFailed(): CaptureError {
  return new CaptureError('connection_failed', 'The page went on to an address that could not be loaded.');
}

function notes(request: Navigation, reached: boolean, watch: DocumentWatch): string[] {
  const status = watch.answer()?.status ?? 200;
  const reason = STATUS_CODES[status];
  return [
    ...(status >= 400 ? [`The page answered ${status}${reason ? ` ${reason}` : ''}.`] : []),
    ...(watch.brokenOff() ? ['The page broke off before its end.'] : []),
    ...(reached
      ? []
      : [`${request.waitUntil} was not reached within ${seconds(request.waitUntilTimeoutMs)} s.`]),
  ];
}

function timedOut({ waitUntilTimeoutMs }: Navigation): CaptureError {
  return new CaptureError('timed_out', `The site did not answer within ${seconds(waitUntilTimeoutMs)} s.`);
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
