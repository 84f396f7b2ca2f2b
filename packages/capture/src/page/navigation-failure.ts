import type { CaptureFailureCode } from '@shotclock/contracts/failure-codes';
import { type CountedProblem, type EgressProblemCode, egressProblemHeader } from '@shotclock/egress';
import { CaptureError } from '../model/capture-error.ts';

const egressCodes: Record<EgressProblemCode, CaptureFailureCode> = {
  refused: 'url_refused',
  over_limit: 'too_much_data',
  name_not_found: 'name_not_resolved',
  resolver_failed: 'resolver_failed',
  connection_refused: 'connection_refused',
  timed_out: 'timed_out',
  unreachable: 'connection_failed',
  invalid_response: 'connection_failed',
};

/**
 * The egress proxy refused the page's URL or could not load it. The proxy reports the cause more precisely than the
 * browser does.
 */
export function egressFailure({ code, reason }: CountedProblem): CaptureError {
  return new CaptureError(egressCodes[code], `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
}

export function isEgressResponse(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === egressProblemHeader.toLowerCase());
}

const netErrors: Record<string, [CaptureFailureCode, string]> = {
  'net::ERR_NAME_NOT_RESOLVED': ['name_not_resolved', 'The name could not be resolved.'],
  'net::ERR_CONNECTION_REFUSED': ['connection_refused', 'The connection was refused.'],
  'net::ERR_CONNECTION_TIMED_OUT': ['timed_out', 'The connection timed out.'],
  'net::ERR_TIMED_OUT': ['timed_out', 'The connection timed out.'],
  'net::ERR_TOO_MANY_REDIRECTS': ['too_many_redirects', 'The URL redirects too many times.'],
  'net::ERR_UNSAFE_PORT': ['url_refused', 'The URL has a port that is not allowed.'],
  'net::ERR_UNSAFE_REDIRECT': ['url_refused', 'The URL redirects to a URL that may not be captured.'],
  'net::ERR_DISALLOWED_URL_SCHEME': [
    'url_refused',
    'The URL redirects to a scheme other than http and https.',
  ],
  'net::ERR_UNKNOWN_URL_SCHEME': ['url_refused', 'The URL redirects to a scheme other than http and https.'],
  'net::ERR_INVALID_REDIRECT': ['connection_failed', 'The URL redirects to an invalid location.'],
  'net::ERR_BLOCKED_BY_CLIENT': ['url_refused', 'The URL may not be captured.'],
  'net::ERR_EMPTY_RESPONSE': ['connection_failed', 'The site closed the connection without a response.'],
  'net::ERR_CONNECTION_RESET': ['connection_failed', 'The site reset the connection.'],
  'net::ERR_CONNECTION_CLOSED': ['connection_failed', 'The site closed the connection.'],
  // The browser could not connect to the egress proxy, so the site is not at fault.
  'net::ERR_PROXY_CONNECTION_FAILED': ['connection_failed', 'The browser could not connect to its proxy.'],
  'net::ERR_TUNNEL_CONNECTION_FAILED': ['connection_failed', "The browser's proxy could not connect."],
  'net::ERR_INVALID_AUTH_CREDENTIALS': ['not_a_page', 'The page requires credentials.'],
};

/** Maps Chromium's network error for a navigation, such as `net::ERR_CONNECTION_RESET`. */
export function netFailure(netError: string): CaptureError {
  const [code, message] =
    netErrors[netError] ??
    (/^net::ERR_(CERT_|SSL_|BAD_SSL)/.test(netError)
      ? (['tls_invalid', 'The site has no valid certificate, or TLS failed.'] as const)
      : (['connection_failed', 'The page could not be loaded.'] as const));
  return new CaptureError(code, `${message.slice(0, -1)} (${netError.replace('net::', '')}).`);
}

type DocumentResponse = { status: number; headers: Record<string, string> } | null;

/** The navigation ended without a document, because the response is not a page. */
export function notAPage(response: DocumentResponse): CaptureError {
  if (response === null) return new CaptureError('not_a_page', 'The URL does not return a page.');
  if (response.status === 204 || response.status === 205)
    return new CaptureError('not_a_page', `The site responded with ${response.status}, which has no page.`);
  return new CaptureError('not_a_page', 'The URL returns a download, not a page.');
}
