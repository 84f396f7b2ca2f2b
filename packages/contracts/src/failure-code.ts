import type { Static } from '@sinclair/typebox';
import { StringEnum } from './schema.ts';

/** Every failure code of a screenshot, with its meaning (ADR 20). */
const meanings = {
  url_refused: 'The URL, or a URL that it redirects to, may not be captured.',
  name_not_resolved: 'The host name does not exist.',
  resolver_failed: 'The host name could not be looked up.',
  connection_refused: 'The site refused the connection.',
  connection_failed: 'The connection failed, or the site closed it without a response.',
  timed_out: 'The site did not respond in time.',
  tls_invalid: 'The certificate or the TLS handshake is invalid.',
  too_many_redirects: 'The URL redirects too many times.',
  too_much_data: 'The page used more data, names or connections than a capture is allowed to.',
  too_much_memory: 'The page used more memory than a capture is allowed to.',
  too_much_cpu: 'The page used more CPU time than a capture is allowed to.',
  too_many_processes: 'The page needed more processes or threads than a capture is allowed to.',
  too_many_events:
    'The page caused more events in the browser, or larger ones, than a capture is allowed to.',
  not_a_page: 'The response is not a page, for example a download.',
  selector_not_found: 'No element matched waitFor in time.',
  element_not_found: 'No element matches element.',
  element_not_visible: 'The element that matches element has no visible area.',
  invalid_selector: 'A CSS selector is invalid.',
  crop_outside_page: 'The crop rectangle lies outside the page.',
  page_closed: 'The page closed itself.',
  page_crashed: 'The page crashed.',
  browser_crashed: 'The browser crashed.',
  browser_unavailable: 'No browser could be started.',
  browser_busy: 'No browser became free before the deadline.',
  deadline_exceeded: 'The page was not captured before the deadline.',
  aborted: 'The capture was aborted.',
  capture_failed: 'The capture failed for another reason.',
  storage_failed: 'The object store failed.',
  storage_timed_out: 'The page was captured, but not stored before the deadline.',
  baseline_moved: 'Other checks of the same series changed the baseline during every comparison.',
  worker_memory_exceeded: 'The worker used too much memory, most of it for this capture.',
  worker_memory_busy:
    'The large images of other captures used the memory of the worker for too long. The capture is attempted again and loses no attempt.',
  worker_crashed: 'The worker crashed during the capture.',
  worker_lost: 'The worker stopped responding during the capture.',
  cancelled: 'The capture was cancelled by a request.',
  internal: 'An unexpected error.',
} as const;
const codes = Object.keys(meanings) as (keyof typeof meanings)[];

export const FailureCode = StringEnum(codes, {
  title: 'FailureCode',
  description: [
    'Why the capture failed:',
    '',
    ...codes.map((code) => `- \`${code}\`: ${meanings[code]}`),
  ].join('\n'),
});
export type FailureCode = Static<typeof FailureCode>;
