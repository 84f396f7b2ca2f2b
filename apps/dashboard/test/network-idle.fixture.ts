import { eventually } from '@shotclock/testing';
import type { Page, Request } from 'playwright-core';

const quietMs = 500;

/** Whether a request is the event stream, which never ends. */
export const isEventStream = (request: Request): boolean =>
  new URL(request.url()).pathname === '/api/v1/events';

/**
 * Watches the requests of a page. Returns a function that waits until no request is pending and none has ended for half a second. Playwright's
 * `networkidle` is similar, but would wait for the event stream forever.
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let changedAt = performance.now();
  const end = (request: Request) => {
    if (pending.delete(request)) changedAt = performance.now();
  };
  page.on('request', (request) => {
    if (isEventStream(request)) return;
    pending.add(request);
    changedAt = performance.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const isIdle = () => pending.size === 0 && performance.now() - changedAt >= quietMs;
    await eventually(isIdle, { what: 'the network to be idle' });
  };
}
