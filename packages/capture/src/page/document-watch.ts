import { withTimeout } from '@shotclock/runtime';
import type { CDPSession, Protocol } from 'puppeteer';
import type { WaitUntil } from '../model/capture-types.ts';
import { emptyPage } from './load-page.ts';

export type DocumentResponse = { url: string; status: number; headers: Record<string, string>; type: string };

const events: Record<WaitUntil, readonly string[]> = {
  dom_loaded: ['DOMContentLoaded'],
  page_loaded: ['load'],
  // The network can be idle for a moment while a document is still loading.
  network_idle: ['load', 'networkIdle'],
};

/**
 * The state of the main frame's document:
 *
 *     navigating → committed → DOMContentLoaded → load → networkIdle
 *
 * The sequence restarts when a script or a meta refresh navigates to another document.
 */
export type DocumentWatch = {
  /** Whether a document has committed. */
  committed(): boolean;
  /** Identifies the current document. */
  document(): string;
  /** The last response for the main frame's document. */
  response(): DocumentResponse | null;
  /** Whether a navigation to another document is in progress. */
  navigating(): boolean;
  /** Whether another document has committed since the last call to `waitForState` returned. */
  replaced(): boolean;
  /** Whether the document has loaded or has been painted. Otherwise, Chromium may not paint it for the screenshot. */
  paintable(): boolean;
  /**
   * Whether the transfer of the document failed before (`empty`) or after (`partial`) its first data. Such a document never
   * loads.
   */
  interrupted(): 'empty' | 'partial' | null;
  /**
   * Waits up to `ms` milliseconds until the document has reached the state or has been interrupted and no navigation is
   * in progress. Returns false after the timeout.
   */
  waitForState(state: WaitUntil, ms: number): Promise<boolean>;
} & Disposable;

export function watchDocument(client: CDPSession, frameId: string): DocumentWatch {
  let loader = '';
  let awaitedLoader = '';
  let reachedEvents = new Set<string>();
  let committed = false;
  let response: DocumentResponse | null = null;
  let request = '';
  let begun = false;
  let interrupted = false;
  let navigating = true;
  let waiter: { state: WaitUntil; resolve: (reached: true) => void } | null = null;

  const check = () => {
    if (!waiter || navigating) return;
    if (!interrupted && !events[waiter.state].every((name) => reachedEvents.has(name))) return;
    waiter.resolve(true);
    waiter = null;
  };
  /** Each document has its own loader ID. */
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
    if (frame.id !== frameId || (!committed && frame.url === emptyPage)) return;
    follow(frame.loaderId);
    committed = true;
    navigating = false;
    check();
  };
  const navigatedWithin = ({ frameId: id }: { frameId: string }) => {
    if (id === frameId) navigating = false;
    check();
  };
  /** A navigation that turns into a download or returns no content keeps the current document. */
  const stopped = ({ frameId: id }: Protocol.Page.FrameStoppedLoadingEvent) => {
    if (id !== frameId || !committed) return;
    navigating = false;
    check();
  };
  const responseReceived = (event: Protocol.Network.ResponseReceivedEvent) => {
    if (event.frameId !== frameId || event.type !== 'Document') return;
    const { url, status, headers, mimeType } = event.response;
    response = { url, status, headers, type: mimeType };
    request = event.requestId;
    begun = false;
    interrupted = false;
  };
  const dataReceived = ({ requestId }: Protocol.Network.DataReceivedEvent) => {
    if (requestId === request) begun = true;
  };
  /** A document that is replaced while it loads is reported as canceled. */
  const failed = ({ requestId, canceled }: Protocol.Network.LoadingFailedEvent) => {
    if (requestId !== request || canceled) return;
    interrupted = true;
    check();
  };
  client.on('Page.lifecycleEvent', lifecycle);
  client.on('Page.frameRequestedNavigation', requested);
  client.on('Page.frameNavigated', navigated);
  client.on('Page.navigatedWithinDocument', navigatedWithin);
  client.on('Page.frameStoppedLoading', stopped);
  client.on('Network.responseReceived', responseReceived);
  client.on('Network.dataReceived', dataReceived);
  client.on('Network.loadingFailed', failed);
  return {
    committed: () => committed,
    document: () => loader,
    response: () => response,
    navigating: () => navigating,
    replaced: () => loader !== awaitedLoader,
    paintable: () => reachedEvents.has('load') || reachedEvents.has('firstPaint'),
    interrupted: () => (interrupted ? (begun ? 'partial' : 'empty') : null),
    async waitForState(state, ms) {
      const { promise, resolve } = Promise.withResolvers<true>();
      waiter = { state, resolve };
      check();
      const reached = await withTimeout(promise, ms, { fallback: false });
      waiter = null;
      awaitedLoader = loader;
      return reached;
    },
    [Symbol.dispose]() {
      client.off('Page.lifecycleEvent', lifecycle);
      client.off('Page.frameRequestedNavigation', requested);
      client.off('Page.frameNavigated', navigated);
      client.off('Page.navigatedWithinDocument', navigatedWithin);
      client.off('Page.frameStoppedLoading', stopped);
      client.off('Network.responseReceived', responseReceived);
      client.off('Network.dataReceived', dataReceived);
      client.off('Network.loadingFailed', failed);
    },
  };
}
