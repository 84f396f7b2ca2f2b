import { withTimeout } from '@shotclock/runtime';
import type { CDPSession, Protocol } from 'puppeteer';
import type { WaitUntil } from '../model/capture-types.ts';

export type DocumentAnswer = { url: string; status: number; headers: Record<string, string>; type: string };

const events: Record<WaitUntil, readonly string[]> = {
  dom_loaded: ['DOMContentLoaded'],
  page_loaded: ['load'],
  // A document that is still loading can be idle for a moment.
  network_idle: ['load', 'networkIdle'],
};

/**
 * Follows the main frame's document through redirects by script and by meta refresh:
 * navigating → committed → DOMContentLoaded → load → networkIdle, and again from the start with the next document.
 */
export type DocumentWatch = {
  /** Whether any document came. */
  committed(): boolean;
  /** The last answer for the main frame's document. */
  answer(): DocumentAnswer | null;
  /** Whether the document is being replaced by another. */
  leaving(): boolean;
  /** Whether another document came since the last call of `reached` ended. */
  replaced(): boolean;
  /** Whether all that the document needs is there, or anything of it was drawn: only then is it drawn for sure. */
  drawable(): boolean;
  /** Whether the document's transfer failed after it had begun, and if anything of it had come: no load will follow. */
  brokenOff(): 'empty' | 'begun' | null;
  /**
   * Waits at most `ms` milliseconds until the document has reached the state, or broke off, and is not being replaced by
   * another. False when the time ran out.
   */
  reached(state: WaitUntil, ms: number): Promise<boolean>;
} & Disposable;

export function watchDocument(client: CDPSession, frameId: string): DocumentWatch {
  let loader = '';
  let awaitedLoader = '';
  let reachedEvents = new Set<string>();
  let committed = false;
  let answer: DocumentAnswer | null = null;
  let request = '';
  let begun = false;
  let brokenOff = false;
  let navigating = true;
  let waiting: { state: WaitUntil; resolve: (reached: true) => void } | null = null;

  const check = () => {
    if (!waiting || navigating) return;
    if (!brokenOff && !events[waiting.state].every((name) => reachedEvents.has(name))) return;
    waiting.resolve(true);
    waiting = null;
  };
  /** Each document has a loader of its own. */
  const follow = (loaderId: string) => {
    if (loaderId !== loader) reachedEvents = new Set();
    loader = loaderId;
  };
  const lifecycle = (event: Protocol.Page.LifecycleEventEvent) => {
    if (event.frameId !== frameId) return;
    follow(event.loaderId);
    reachedEvents.add(event.name);
    check();
  };
  const requested = (event: Protocol.Page.FrameRequestedNavigationEvent) => {
    if (event.frameId === frameId && event.disposition === 'currentTab') navigating = true;
  };
  const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== frameId) return;
    follow(frame.loaderId);
    committed = true;
    navigating = false;
    check();
  };
  const within = ({ frameId: id }: { frameId: string }) => {
    if (id === frameId) navigating = false;
    check();
  };
  /** A navigation that ended in a download or in nothing leaves the document that was there. */
  const stopped = ({ frameId: id }: Protocol.Page.FrameStoppedLoadingEvent) => {
    if (id !== frameId || !committed) return;
    navigating = false;
    check();
  };
  const received = (event: Protocol.Network.ResponseReceivedEvent) => {
    if (event.frameId !== frameId || event.type !== 'Document') return;
    const { url, status, headers, mimeType } = event.response;
    answer = { url, status, headers, type: mimeType };
    request = event.requestId;
    begun = false;
    brokenOff = false;
  };
  const data = ({ requestId }: Protocol.Network.DataReceivedEvent) => {
    if (requestId === request) begun = true;
  };
  /** A document that is replaced while it loads is cancelled. */
  const failed = ({ requestId, canceled }: Protocol.Network.LoadingFailedEvent) => {
    if (requestId !== request || canceled) return;
    brokenOff = true;
    check();
  };
  client.on('Page.lifecycleEvent', lifecycle);
  client.on('Page.frameRequestedNavigation', requested);
  client.on('Page.frameNavigated', navigated);
  client.on('Page.navigatedWithinDocument', within);
  client.on('Page.frameStoppedLoading', stopped);
  client.on('Network.responseReceived', received);
  client.on('Network.dataReceived', data);
  client.on('Network.loadingFailed', failed);
  return {
    committed: () => committed,
    answer: () => answer,
    leaving: () => navigating,
    replaced: () => loader !== awaitedLoader,
    drawable: () => reachedEvents.has('load') || reachedEvents.has('firstPaint'),
    brokenOff: () => (brokenOff ? (begun ? 'begun' : 'empty') : null),
    async reached(state, ms) {
      const { promise, resolve } = Promise.withResolvers<true>();
      waiting = { state, resolve };
      check();
      const reached = await withTimeout(promise, ms, { fallback: false });
      waiting = null;
      awaitedLoader = loader;
      return reached;
    },
    [Symbol.dispose]() {
      client.off('Page.lifecycleEvent', lifecycle);
      client.off('Page.frameRequestedNavigation', requested);
      client.off('Page.frameNavigated', navigated);
      client.off('Page.navigatedWithinDocument', within);
      client.off('Page.frameStoppedLoading', stopped);
      client.off('Network.responseReceived', received);
      client.off('Network.dataReceived', data);
      client.off('Network.loadingFailed', failed);
    },
  };
}
