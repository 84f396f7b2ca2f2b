// The steps of a request. They run in the order of this list, each for the requests that `for` selects. Steps of every request
// also run for unknown paths. An error in a step ends the request: `problems/send-error.ts` sends it as a problem, for which the
// `onSend` and `onEnd` steps also run. The API does not start if Fastify would run the steps in a different order, or if a
// step precedes one that is listed in its `after`.
import type { RouteOptions } from 'fastify';
import { copyEncoded, endUnread, registerCompression, tagCompressed } from './http/compression.ts';
import { documentEntityTag, hasEntityTag, setEntityTag } from './http/conditional-get.ts';
import { closeConnections } from './http/connection-close.ts';
import { drainBodies } from './http/drain-bodies.ts';
import { removeBody } from './http/head-responses.ts';
import { addPreconditionProblem, passIfMatch } from './http/if-match.ts';
import { registerJsonBody } from './http/json-body.ts';
import { setSecurityHeaders } from './http/set-security-headers.ts';
import { refuseUnknownPaths, registerNotFoundHandler } from './http/unknown-routes.ts';
import { addKeyToRoute, storeResponse, takesKey, useKey } from './idempotency/idempotency.ts';
import { authenticate, checkScopes } from './identity/authentication.ts';
import { answerOptions, registerCors } from './identity/cors.ts';
import { setRequestContext } from './identity/create-request-context.ts';
import { guardOrigin } from './identity/origin-guard.ts';
import { limitBody } from './limits/limit-bodies.ts';
import { usePublicLink } from './limits/link-limit.ts';
import { everyRequest, fromPlugin, type RequestStep } from './request-step.ts';
import { logRequests, setRequestId } from './telemetry/request-log.ts';
import { measureRequests } from './telemetry/request-metrics.ts';
import { endRequestSpan, startRequestSpan } from './telemetry/request-trace.ts';
import { setServerTiming } from './telemetry/server-timing.ts';
import { checkQueryEncoding, disableOwnValidation, validateRequest } from './validation/validation.ts';

const everyRoute = () => true;
const isOfApi = ({ url }: RouteOptions) => url.startsWith('/api/') || url === '/mcp';
const isPublicLink = ({ config }: RouteOptions) => config?.isPublic === true;
const canBeShed = (route: RouteOptions) => isOfApi(route) || isPublicLink(route);
/** Whether the request's headers or signature determine its identity. */
const isIdentified = (route: RouteOptions) =>
  isOfApi(route) && !route.config?.isPublic && !route.config?.hasKeyInBody;
const changesVersion = (route: RouteOptions) =>
  isIdentified(route) && (route.method === 'PATCH' || route.method === 'DELETE');
const isDocumented = ({ schema }: RouteOptions) => !schema?.hide;
const isHead = ({ method }: RouteOptions) => method === 'HEAD';

export const requestSteps: readonly RequestStep[] = [
  {
    phase: 'onRequest',
    name: 'request-span',
    purpose: 'Starts the span of the request, if traces are on.',
    for: everyRequest,
    hook: startRequestSpan,
  },
  {
    phase: 'onRequest',
    name: 'security-headers',
    purpose: 'Sets the headers that protect browsers, before any step can respond.',
    for: everyRequest,
    hook: setSecurityHeaders,
  },
  {
    phase: 'onRequest',
    name: 'request-id',
    purpose: 'Sets X-Request-Id.',
    for: everyRequest,
    hook: () => setRequestId,
  },
  {
    phase: 'onRequest',
    name: 'options',
    purpose: 'Sets Allow for OPTIONS, or refuses an unknown path, if CORS_ORIGINS is set.',
    for: everyRequest,
    hook: answerOptions,
  },
  {
    phase: 'onRequest',
    name: 'cors',
    purpose: 'Permits pages from the origins in CORS_ORIGINS, and answers OPTIONS.',
    for: everyRequest,
    after: ['options'],
    register: registerCors,
  },
  {
    phase: 'onRequest',
    name: 'origin-guard',
    purpose: 'Refuses changes by pages from other origins, and hosts other than this machine.',
    for: everyRequest,
    // A web page must be able to read the error response.
    after: ['cors'],
    hook: guardOrigin,
  },
  {
    phase: 'onRequest',
    name: 'unknown-path',
    purpose: 'Responds with 404 or 405, except to a browser that opens a URL of the dashboard.',
    for: everyRequest,
    after: ['origin-guard'],
    register: registerNotFoundHandler,
    hook: refuseUnknownPaths,
  },
  {
    phase: 'onRequest',
    name: 'query-encoding',
    purpose: 'Refuses a query that is not percent-encoded UTF-8.',
    for: everyRequest,
    hook: () => checkQueryEncoding,
  },
  {
    phase: 'onRequest',
    name: 'load-shedding',
    purpose: 'Refuses requests while the process is overloaded, before any work is done for them.',
    for: canBeShed,
    hook: ({ load }) => load.admit,
  },
  {
    phase: 'onRequest',
    name: 'authentication',
    purpose: 'Sets request.identity from an API key, a session or a signed link.',
    for: isIdentified,
    after: ['load-shedding', 'origin-guard'],
    hook: authenticate,
  },
  {
    phase: 'onRequest',
    name: 'public-link',
    purpose: 'Records the path as the link that permits the request.',
    for: isPublicLink,
    hook: () => usePublicLink,
  },
  {
    phase: 'onRequest',
    name: 'request-limit',
    purpose: 'Counts the request for its API key, and refuses it above the limit.',
    for: isIdentified,
    after: ['authentication'],
    hook: ({ limitRequests }) => limitRequests,
  },
  {
    phase: 'onRequest',
    name: 'link-limit',
    purpose: 'Counts a request that a link permits, and refuses it above the limit.',
    for: (route) => isIdentified(route) || isPublicLink(route),
    after: ['authentication', 'public-link'],
    hook: ({ limitLinks }) => limitLinks,
  },
  {
    phase: 'onRequest',
    name: 'scopes',
    purpose: 'Refuses a key without the scope that the route requires.',
    for: isIdentified,
    // Requests that lack the required scope are counted as well.
    after: ['authentication', 'request-limit'],
    hook: () => checkScopes,
  },
  {
    phase: 'onRequest',
    name: 'request-context',
    purpose: 'Sets request.ctx, which the route passes to its verb.',
    for: isIdentified,
    after: ['authentication'],
    hook: setRequestContext,
  },
  {
    phase: 'onRequest',
    name: 'reply-compress',
    purpose: 'The plugin for compression prepares the reply.',
    for: everyRoute,
    register: registerCompression,
    hook: fromPlugin,
  },
  {
    phase: 'onRequest',
    name: 'if-match',
    purpose: 'Passes If-Match and If-None-Match to the verb.',
    for: changesVersion,
    after: ['request-context'],
    changeRoute: addPreconditionProblem,
    hook: passIfMatch,
  },
  {
    phase: 'preParsing',
    name: 'content-encoding',
    purpose: 'Refuses an unknown content coding, and protects the connection from decompression errors.',
    for: everyRoute,
    hook: () => copyEncoded,
  },
  {
    phase: 'preParsing',
    name: 'decompress',
    purpose: 'The plugin decompresses the body.',
    for: everyRoute,
    after: ['reply-compress', 'content-encoding'],
    hook: fromPlugin,
  },
  {
    phase: 'preParsing',
    name: 'end-unread',
    purpose: 'Ends decompression when the body is too large.',
    for: everyRoute,
    after: ['decompress'],
    hook: () => endUnread,
  },
  {
    phase: 'parsing',
    name: 'json-body',
    purpose: "Parses JSON, up to the size and number of values of the route's largest valid body.",
    for: everyRoute,
    register: registerJsonBody,
    changeRoute: limitBody,
  },
  {
    phase: 'preValidation',
    name: 'validation',
    purpose: "Checks path, query and body against the route's schemas and rules, and parses their values.",
    for: isDocumented,
    // Rules receive the context.
    after: ['request-context'],
    register: disableOwnValidation,
    hook: validateRequest,
  },
  {
    phase: 'preHandler',
    name: 'idempotency-key',
    purpose: 'Claims the Idempotency-Key, or sends the response that is stored for it.',
    for: takesKey,
    // Only a valid request may consume a key.
    after: ['validation'],
    hook: () => useKey,
  },
  {
    phase: 'handler',
    name: 'route',
    purpose: 'Calls one verb of core. Fastify writes its result with the serializer of the response schema.',
    for: everyRoute,
  },
  {
    phase: 'onSend',
    name: 'connection-close',
    purpose: 'Closes the connection while the process shuts down.',
    for: everyRequest,
    hook: closeConnections,
  },
  {
    phase: 'onSend',
    name: 'drain-body',
    purpose: 'Reads the rest of a large body, so that the client receives the response.',
    for: everyRequest,
    hook: drainBodies,
  },
  {
    phase: 'onSend',
    name: 'server-timing',
    purpose: 'Sets Server-Timing.',
    for: isIdentified,
    after: ['request-context'],
    hook: () => setServerTiming,
  },
  {
    phase: 'onSend',
    name: 'entity-tag',
    purpose: 'Sets the ETag of JSON responses, and responds with 304 or 412 to a conditional GET.',
    for: hasEntityTag,
    changeRoute: documentEntityTag,
    hook: () => setEntityTag,
  },
  {
    phase: 'onSend',
    name: 'stored-response',
    purpose: 'Stores the response for repeated requests with the Idempotency-Key.',
    for: takesKey,
    // The ETag is stored with the response.
    after: ['idempotency-key', 'entity-tag'],
    changeRoute: addKeyToRoute,
    hook: () => storeResponse,
  },
  {
    phase: 'onSend',
    name: 'compress',
    purpose: 'The plugin compresses text responses.',
    for: everyRoute,
    // The hooks of these steps must receive the body exactly as the route wrote it.
    after: ['reply-compress', 'entity-tag', 'stored-response'],
    hook: fromPlugin,
  },
  {
    phase: 'onSend',
    name: 'compressed-tag',
    purpose: 'Gives a compressed response its own ETag.',
    for: everyRoute,
    after: ['compress'],
    hook: () => tagCompressed,
  },
  {
    phase: 'onSend',
    name: 'head',
    purpose: 'Removes the body of a response to HEAD, and keeps the headers of GET.',
    for: isHead,
    after: ['compress', 'compressed-tag'],
    hook: () => removeBody,
  },
  {
    phase: 'onEnd',
    name: 'request-log',
    purpose: 'Logs one line per request.',
    for: everyRequest,
    hook: logRequests,
  },
  {
    phase: 'onEnd',
    name: 'request-metrics',
    purpose: 'Measures the duration of the request.',
    for: everyRequest,
    hook: measureRequests,
  },
  {
    phase: 'onEnd',
    name: 'end-span',
    purpose: 'Ends the span of the request.',
    for: everyRequest,
    after: ['request-span'],
    hook: endRequestSpan,
  },
];
