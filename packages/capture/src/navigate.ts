import { STATUS_CODES } from 'node:http';
import { checkUrl, type EgressAllow, type EgressSession } from '@shotclock/egress';
import { bounded, ranOut } from './bounded.ts';
import { CaptureError } from './capture-error.ts';
import type { CaptureRequest } from './capture-types.ts';
import { type DocumentWatch, watchDocument } from './document-watch.ts';
import { egressFailure, isEgressAnswer, netFailure, notAPage } from './navigation-failure.ts';
import type { OpenPage } from './open-page.ts';

type Navigation = Pick<CaptureRequest, 'url' | 'waitUntil' | 'waitUntilTimeoutMs'>;
type Surroundings = { session: Pick<EgressSession, 'problemAt'>; allow: EgressAllow };

/**
 * Loads the page and waits for `waitUntil`, softly: when the time runs out the document that came is good enough.
 * Returns what is worth saying about it.
 * @throws CaptureError when no document came, or one that may not be shown
 */
export async function navigate(
  open: OpenPage,
  request: Navigation,
  { session, allow }: Surroundings,
): Promise<string[]> {
  const target = allowedUrl(request.url, allow);
  const watch = watchDocument(open.client, open.frameId);
  const endsAt = performance.now() + request.waitUntilTimeoutMs;
  try {
    const started = await bounded(open.load(), request.waitUntilTimeoutMs);
    if (started === ranOut) throw unanswered(request);
    if (started.errorText !== undefined && started.errorText !== 'net::ERR_HTTP_RESPONSE_CODE_FAILURE')
      throw failure(started.errorText, target.href, watch, session);
    const remaining = Math.max(0, endsAt - performance.now());
    const reached = await bounded(watch.reached(request.waitUntil), remaining);
    if (reached === ranOut && !watch.committed()) throw unanswered(request);
    checkAnswer(open, watch, session, allow);
    return notes(request, reached !== ranOut, watch);
  } finally {
    watch.stop();
  }
}

/**
 * The address that the page stands at now, which a script may have changed since the last look.
 * @throws CaptureError `url_refused`
 */
export function checkPlace(open: OpenPage, allow: EgressAllow): void {
  // Chromium's own error page stands at the address that failed.
  allowedUrl(open.url(), allow);
}

function allowedUrl(url: string, allow: EgressAllow): URL {
  const check = checkUrl(url, allow);
  if (check.allowed) return check.url;
  throw new CaptureError('url_refused', `The address was refused: ${check.reason}.`);
}

function failure(
  netError: string,
  url: string,
  watch: DocumentWatch,
  session: Surroundings['session'],
): CaptureError {
  const answer = watch.answer();
  const problem = session.problemAt(url) ?? (answer ? session.problemAt(answer.url) : undefined);
  if (problem) return egressFailure(problem);
  return netError === 'net::ERR_ABORTED' ? notAPage(answer) : netFailure(netError);
}

function checkAnswer(
  open: OpenPage,
  watch: DocumentWatch,
  session: Surroundings['session'],
  allow: EgressAllow,
): void {
  const answer = watch.answer();
  if (answer && isEgressAnswer(answer.headers)) {
    const problem = session.problemAt(answer.url);
    throw problem
      ? egressFailure(problem)
      : new CaptureError('connection_failed', 'The page could not be loaded.');
  }
  const url = open.url();
  // A redirect by script to an address that could not be loaded.
  if (url.startsWith('chrome-error:')) {
    const problem = answer ? session.problemAt(answer.url) : undefined;
    throw problem
      ? egressFailure(problem)
      : new CaptureError('connection_failed', 'The page went on to an address that could not be loaded.');
  }
  checkPlace(open, allow);
  if (answer?.type === 'application/pdf')
    throw new CaptureError('not_a_page', 'The address answers with a PDF, not with a page.');
}

function notes(request: Navigation, reached: boolean, watch: DocumentWatch): string[] {
  const status = watch.answer()?.status ?? 200;
  const reason = STATUS_CODES[status];
  return [
    ...(status >= 400 ? [`The page answered ${status}${reason ? ` ${reason}` : ''}.`] : []),
    ...(reached
      ? []
      : [`${request.waitUntil} was not reached within ${seconds(request.waitUntilTimeoutMs)} s.`]),
  ];
}

function unanswered({ waitUntilTimeoutMs }: Navigation): CaptureError {
  return new CaptureError('timed_out', `The site did not answer within ${seconds(waitUntilTimeoutMs)} s.`);
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
