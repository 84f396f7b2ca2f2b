import { withTimeout } from '@shotclock/runtime';
import type { CDPSession, Protocol } from 'puppeteer';

/** Requests for content. Others, such as event streams, may never end. */
const contentTypes: readonly Protocol.Network.ResourceType[] = [
  'Fetch',
  'Font',
  'Image',
  'Script',
  'Stylesheet',
  'XHR',
];

export type RequestTracker = Disposable & {
  /** Waits at most `ms` milliseconds until all requests that began since the start of the tracking have ended. */
  finished(ms: number): Promise<void>;
};

/** Tracks the requests of a page for content from now on. */
export function trackRequests(client: CDPSession): RequestTracker {
  const pending = new Set<string>();
  let resolveFinished: () => void = () => undefined;
  const started = ({ requestId, type }: Protocol.Network.RequestWillBeSentEvent) => {
    if (type !== undefined && contentTypes.includes(type)) pending.add(requestId);
  };
  const ended = ({ requestId }: { requestId: string }) => {
    pending.delete(requestId);
    if (pending.size === 0) resolveFinished();
  };
  client.on('Network.requestWillBeSent', started);
  client.on('Network.loadingFinished', ended);
  client.on('Network.loadingFailed', ended);
  return {
    async finished(ms) {
      if (pending.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      resolveFinished = resolve;
      await withTimeout(promise, ms, { fallback: undefined });
    },
    [Symbol.dispose]() {
      client.off('Network.requestWillBeSent', started);
      client.off('Network.loadingFinished', ended);
      client.off('Network.loadingFailed', ended);
    },
  };
}
