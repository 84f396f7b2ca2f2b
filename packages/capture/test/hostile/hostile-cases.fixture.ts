import { exampleOptions } from '@shotclock/contracts/capture-options';
import {
  captured,
  either,
  extracted,
  fails,
  type HostileCase,
  hangs,
  neverLoads,
  status,
  tooMuch,
} from './hostile-outcomes.fixture.ts';

export const windowCases: HostileCase[] = [
  ...captured('/alert', '/alert-interval', '/huge-alert', '/beforeunload', '/print', '/print-loop'),
  ...captured('/popups', '/popup-links', '/permissions', '/fullscreen'),
  ...captured('/file-chooser', '/debugger', '/dialog-element', '/basic-auth-frame', '/title-storm'),
  ...hangs('/alert-loop'),
  { path: '/close', outcomes: ['page_closed'] },
  { path: '/close-later', outcomes: ['captured', 'page_closed'] },
  ...neverLoads('/external-protocols'),
  ...either(['deadline_exceeded', 'captured', 'capture_failed'], '/beforeunload-leave'),
];

export const navigationCases: HostileCase[] = [
  ...fails('too_many_redirects', '/redirect-loop', '/redirect-chain'),
  ...fails('timed_out', '/slow-redirect-chain'),
  ...either(
    ['captured', 'deadline_exceeded', 'capture_failed'],
    '/script-loop',
    '/replace-loop',
    '/reload-loop',
    '/form-loop',
  ),
  ...either(
    ['captured', 'deadline_exceeded', 'capture_failed'],
    '/meta-loop',
    '/refresh-header-loop',
    '/frame-buster',
  ),
  ...either(['captured', 'deadline_exceeded'], '/push-state-storm'),
  ...captured(
    '/hash-storm',
    '/history-storm',
    '/javascript-url',
    '/data-url',
    '/file-url',
    '/view-source-url',
  ),
  ...captured('/document-open', '/document-write-loop', '/document-element-loop'),
  ...fails(
    'url_refused',
    '/blob-url',
    '/about-blank',
    '/chrome-urls',
    'chrome://crash',
    'view-source:http://x.invalid/',
  ),
  ...either(['deadline_exceeded', 'too_much_memory'], '/document-write-for-ever'),
];

export const answerCases: HostileCase[] = [
  ...fails('not_a_page', '/attachment', '/zip', '/pdf', '/no-content', '/reset-content', '/endless-download'),
  ...captured('/attachment-frame', '/attachment-links', '/pdf-frame', '/cookies', '/image'),
  ...['/unauthorized', '/digest', '/negotiate'].map((path) => status(path, '401 Unauthorized')),
  status('/not-found', '404 Not Found'),
  status('/server-error', '500 Internal Server Error'),
  { path: '/empty-error', outcomes: ['captured without mark'], notes: [/503 Service Unavailable/] },
  { path: '/empty-page', outcomes: ['captured without mark'] },
  { path: '/odd-status', outcomes: ['captured without mark'] },
  { path: '/binary-as-html', settings: extracted, outcomes: ['captured without mark'] },
  ...fails(
    'connection_failed',
    '/proxy-auth',
    '/reset',
    '/empty-answer',
    '/garbage',
    '/http-0.9',
    '/status-42',
  ),
  ...fails('connection_failed', '/endless-header', '/broken-gzip', '/redirect-to-nowhere'),
  ...fails('url_refused', '/redirect-to-data', '/redirect-to-file'),
  ...fails('tls_invalid', 'tls:bad-certificate', 'tls:no-tls'),
  ...['/reset-in-body', '/broken-chunks'].map(
    (path): HostileCase => ({
      path,
      outcomes: ['captured'],
      notes: [/^The transfer of the page ended early\.$/],
    }),
  ),
];

const pagesWithOptions: HostileCase[] = [
  ...captured('/popups'),
  { path: '/attachment-frame', outcomes: ['captured'], notes: [/^1 frame did not arrive from [\d.]+\.$/] },
  ...either(['captured', 'deadline_exceeded', 'capture_failed', 'script_failed'], '/frame-buster'),
  ...either(['captured', 'deadline_exceeded'], '/mutations'),
];

/** Captures, with all options, of pages that open windows, download files, navigate and change. */
export const optionCases: HostileCase[] = pagesWithOptions.map((one) => ({
  ...one,
  settings: {
    fullPage: true,
    options: { ...exampleOptions, failWhen: { status: '418', noSelector: 'html' } },
  },
  // The record shows that the options were used.
  check: ({ page }) => page.consent?.outcome === 'none' && page.blockedConnections !== undefined,
}));

export const endlessCases: HostileCase[] = [
  ...fails('timed_out', '/silent', '/slow-loris'),
  ...fails('connection_failed', '/endless-early-hints'),
  ...neverLoads('/slow-body', '/never-ending-image', '/never-ending-font', '/never-ending-style'),
  ...neverLoads('/never-ending-script'),
  {
    path: '/polling',
    settings: { waitUntil: 'network_idle', waitUntilTimeoutMs: 1_000 },
    outcomes: ['captured'],
    notes: [/^network_idle was not reached within 1 s\.$/],
  },
  ...captured('/event-source', '/busy-workers', '/frame-requests', '/mutations', '/service-worker'),
  ...hangs('/busy', '/busy-after-load', '/slow-regex', '/synchronous-request'),
  ...either(['deadline_exceeded', 'too_much_memory'], '/microtasks'),
  ...either(
    ['captured', 'deadline_exceeded'],
    '/busy-timers',
    '/fetch-storm',
    '/web-socket-storm',
    '/console-storm',
    '/errors',
  ),
];

export const bombCases: HostileCase[] = [
  // The site generates the response during the request, so the deadline is longer.
  {
    path: '/brotli-bomb',
    deadlineMs: 8_000,
    outcomes: ['too_much_memory', 'deadline_exceeded'],
  },
  ...either(['too_much_memory', 'deadline_exceeded', 'captured'], '/gzip-bomb', '/nodes-1000000', '/canvas'),
  ...fails('too_much_memory', '/out-of-memory', '/array-buffers'),
  ...fails('page_crashed', '/deep'),
  { path: '/endless-document', outcomes: ['too_much_data'] },
  { path: '/fetch-then-leave', settings: { delayMs: 1_500 }, outcomes: ['too_much_data'] },
  { path: '/endless-fetch', settings: { delayMs: 1_500 }, outcomes: ['captured'], notes: [tooMuch] },
  // The compressed response stays below the limit of received bytes, and the browser does not keep the response in the
  // page's memory.
  { path: '/gzip-bomb-fetch', settings: { delayMs: 500 }, outcomes: ['captured', 'too_much_memory'] },
  ...captured(
    '/long-string',
    '/stack-overflow',
    '/nodes-10000',
    '/webgl',
    '/css-variables',
    '/css-selectors',
  ),
  ...captured('/huge-images', '/local-storage', '/self-frame'),
  ...either(
    ['captured', 'deadline_exceeded', 'too_much_memory'],
    '/deep-markup',
    '/svg-laughs',
    '/svg-filters',
    '/css-blur',
  ),
  ...either(
    ['captured', 'deadline_exceeded', 'too_much_memory'],
    '/css-shadows',
    '/huge-data-url',
    '/blobs',
    '/frames',
    '/frames-1000',
  ),
  {
    path: '/xml-laughs',
    settings: extracted,
    outcomes: ['captured without mark'],
    check: ({ text }) => /error/i.test(text ?? ''),
  },
];
