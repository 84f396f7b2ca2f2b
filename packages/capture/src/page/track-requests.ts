import type { CDPSession, Protocol } from 'puppeteer';

type ResourceType = Protocol.Network.ResourceType;
/** Requests that scripts or the layout wait for. Other requests, such as media, may never end. */
const dataTypes: readonly ResourceType[] = ['Fetch', 'Script', 'Stylesheet', 'XHR'];
/** Requests whose responses are drawn in place and affect nothing else. */
const pictureTypes: readonly ResourceType[] = ['Font', 'Image'];

type Request = { type: ResourceType; url: string; loaderId: string; startedAt: number };

export type RequestTracker = {
  /** Number of unfinished requests for data. */
  data(): number;
  /** URLs of the unfinished requests of a type. */
  pending(type: 'Font' | 'Image'): string[];
  /** URLs of images whose requests failed, or whose response was an error or not an image. At most 100. */
  failedImages(): string[];
  /** Number of unfinished requests for images and fonts. */
  pictures(): number;
  /** Number of unfinished requests for data that began after `time`, on the scale of `performance.now()`. */
  dataSince(time: number): number;
  /** When a request was last sent, received data, or ended, on the scale of `performance.now()`. */
  changedAt(): number;
  /** When a frame last requested a document, on the scale of `performance.now()`; 0 if no frame has. */
  frameRequestedAt(): number;
  /** Whether the page has opened a WebSocket or an event stream. */
  live(): boolean;
  /** Whether the page has sent a request to this host. At most 1,000 hosts are recorded. */
  requested(host: string): boolean;
  /** From now on, ignores all requests that are currently unfinished. */
  ignorePending(): void;
  /** Whether `ignorePending` was called. */
  ignores(): boolean;
};

const maxHosts = 1_000;
const maxFailedImages = 100;

/** Tracks the content requests of a page and its frames. */
export function trackRequests(client: CDPSession, mainFrame: string): RequestTracker {
  const pending = new Map<string, Request>();
  const hosts = new Set<string>();
  const failedImages = new Map<string, Request>();
  let changedAt = performance.now();
  let frameRequestedAt = 0;
  let live = false;
  let ignores = false;
  const count = (types: readonly ResourceType[]) =>
    [...pending.values()].filter(({ type }) => types.includes(type)).length;
  const imageFailed = (requestId: string) => {
    const request = pending.get(requestId);
    if (request?.type === 'Image' && failedImages.size < maxFailedImages)
      failedImages.set(request.url, request);
  };
  client.on('Network.requestWillBeSent', ({ requestId, type, request, loaderId, frameId }) => {
    if (type === 'EventSource') live = true;
    if (type === 'Document' && frameId !== mainFrame) frameRequestedAt = performance.now();
    const { url } = request;
    if (type === undefined || !/^https?:/.test(url)) return;
    // The browser reports the end of a worker's main script only to the worker's session.
    if (type === 'Script' && loaderId === '') return;
    if (hosts.size < maxHosts && URL.canParse(url)) hosts.add(new URL(url).hostname);
    if (!dataTypes.includes(type) && !pictureTypes.includes(type)) return;
    changedAt = performance.now();
    // Elements contain the URL before redirects.
    const first = pending.get(requestId)?.url ?? url;
    pending.set(requestId, { type, url: first, loaderId, startedAt: changedAt });
  });
  client.on('Network.webSocketCreated', () => {
    live = true;
  });
  const progressed = ({ requestId }: { requestId: string }) => {
    if (pending.has(requestId)) changedAt = performance.now();
  };
  const ended = ({ requestId }: { requestId: string }) => {
    if (pending.delete(requestId)) changedAt = performance.now();
  };
  client.on('Network.dataReceived', progressed);
  client.on('Network.loadingFinished', ended);
  client.on('Network.responseReceived', (event) => {
    const { status, mimeType } = event.response;
    if (status >= 400 || !mimeType.startsWith('image/')) imageFailed(event.requestId);
    // An event stream that a script reads with `fetch` does not end either.
    if (mimeType !== 'text/event-stream') return;
    live = true;
    ended(event);
  });
  client.on('Network.loadingFailed', (event) => {
    if (event.canceled !== true) imageFailed(event.requestId);
    ended(event);
  });
  // Requests of a replaced document never end.
  client.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrame) return;
    for (const [requestId, { loaderId }] of pending)
      if (loaderId !== frame.loaderId) pending.delete(requestId);
    for (const [url, { loaderId }] of failedImages) if (loaderId !== frame.loaderId) failedImages.delete(url);
  });
  return {
    data: () => count(dataTypes),
    pending: (type) =>
      [...pending.values()].flatMap((request) => (request.type === type ? [request.url] : [])),
    failedImages: () => [...failedImages.keys()],
    pictures: () => count(pictureTypes),
    dataSince: (time) =>
      [...pending.values()].filter(({ type, startedAt }) => startedAt > time && dataTypes.includes(type))
        .length,
    changedAt: () => changedAt,
    frameRequestedAt: () => frameRequestedAt,
    live: () => live,
    requested: (host) => hosts.has(host),
    ignorePending: () => {
      ignores = true;
      pending.clear();
    },
    ignores: () => ignores,
  };
}
