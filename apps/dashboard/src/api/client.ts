import { createClient } from '@shotclock/client';
import { isSignedOut } from './access.ts';
import { earlyResponse, isEventRequest, isListening } from './early-stream.ts';

/**
 * Shows the sign-in form after any 401 response, even if the caller handles the error itself. Read requests wait for the event stream, so that
 * changes between a response and the first event are not missed.
 */
async function fetchInSession(request: Request): Promise<Response> {
  if (request.method === 'GET' && !isEventRequest(request)) await isListening;
  const response = await (earlyResponse(request) ?? fetch(request));
  const isSignIn = request.method === 'POST' && new URL(request.url).pathname === '/api/v1/session';
  if (response.status === 401 && !isSignIn) isSignedOut.set(true);
  return response;
}

/** The public API. Each request contains the session cookie, because the dashboard and the API have the same origin. */
export const client = createClient({
  baseUrl: globalThis.location.origin,
  maxRetries: 1,
  fetch: fetchInSession,
});
