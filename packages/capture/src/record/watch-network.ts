import type { CDPSession, Protocol } from 'puppeteer';
import type { PageRecord, PageRequests, RequestType } from '../model/page-record.ts';
import { blockedByRule } from '../page/request-blocker.ts';
import { recordedHeaders } from './recorded-headers.ts';
import { recordedUrl } from './recorded-url.ts';

/** The response for a document of the main frame. */
export type DocumentAnswer = Pick<PageRecord, 'redirects' | 'httpStatus' | 'headers'> & { url: string };

export type NetworkWatch = Disposable & {
  /** The response for the current document, with the redirects and documents before it; null if the browser did not report it. */
  document(): DocumentAnswer | null;
  requests(): PageRequests;
};

const types: Partial<Record<Protocol.Network.ResourceType, RequestType>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'fetch',
  Fetch: 'fetch',
  EventSource: 'fetch',
};

/** Limits the number of entries for a page that keeps replacing its document. Chromium itself follows at most 20 redirects. */
const maxRedirects = 20;
const maxAnswers = 4;

type Started = { type: RequestType; firstParty: boolean };
type Redirects = PageRecord['redirects'];

/**
 * Tracks the documents of the main frame and counts the page's requests, using events that the browser sends anyway.
 * Requests of frames in other processes are not included.
 */
export function watchNetwork(client: CDPSession, mainFrame: string): NetworkWatch {
  const pending = new Map<string, Started>();
  const requests: PageRequests = {
    byType: {},
    firstParty: { count: 0, bytes: 0 },
    thirdParty: { count: 0, bytes: 0 },
    failed: 0,
    blocked: 0,
  };
  /** By loader ID. A navigation has a loader ID before it commits. */
  const answers = new Map<string, DocumentAnswer>();
  const hops = new Map<string, Redirects>();
  let loader = '';
  let before: Redirects = [];

  const count = ({ type, firstParty }: Started, bytes: number, requested: number) => {
    requests.byType[type] ??= { count: 0, bytes: 0 };
    for (const total of [requests.byType[type], firstParty ? requests.firstParty : requests.thirdParty]) {
      total.count += requested;
      total.bytes += Math.max(0, bytes);
    }
  };
  const started = (event: Protocol.Network.RequestWillBeSentEvent) => {
    const { requestId, request, redirectResponse, frameId } = event;
    const previous = pending.get(requestId);
    if (redirectResponse && previous) count(previous, redirectResponse.encodedDataLength, 0);
    if (!/^https?:/.test(request.url)) return;
    const type = types[event.type ?? 'Other'] ?? 'other';
    const isMain = type === 'document' && frameId === mainFrame;
    const one = { type, firstParty: isMain || request.isSameSite === true };
    pending.set(requestId, one);
    count(one, 0, 1);
    if (!isMain) return;
    const soFar = keep(hops, requestId, hops.get(requestId) ?? []);
    if (redirectResponse) add(soFar, redirectResponse.url, redirectResponse.status);
  };
  const received = ({ frameId, type, loaderId, response }: Protocol.Network.ResponseReceivedEvent) => {
    if (frameId !== mainFrame || type !== 'Document') return;
    const { url, status, headers } = response;
    keep(answers, loaderId, { url, httpStatus: status, headers: recordedHeaders(headers), redirects: [] });
  };
  const finished = ({ requestId, encodedDataLength }: Protocol.Network.LoadingFinishedEvent) => {
    const one = pending.get(requestId);
    if (one) count(one, encodedDataLength, 0);
    pending.delete(requestId);
  };
  const failed = ({ requestId, canceled, blockedReason, errorText }: Protocol.Network.LoadingFailedEvent) => {
    if (!pending.delete(requestId)) return;
    if (blockedReason !== undefined || errorText === blockedByRule) requests.blocked += 1;
    else if (canceled !== true) requests.failed += 1;
  };
  const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== mainFrame || frame.loaderId === loader) return;
    const left = answers.get(loader);
    before = [...before];
    if (left) add(before, left.url, left.httpStatus ?? 0);
    for (const { url, httpStatus } of hops.get(frame.loaderId) ?? []) add(before, url, httpStatus);
    loader = frame.loaderId;
  };
  client.on('Network.requestWillBeSent', started);
  client.on('Network.responseReceived', received);
  client.on('Network.loadingFinished', finished);
  client.on('Network.loadingFailed', failed);
  client.on('Page.frameNavigated', navigated);
  return {
    document() {
      const answer = answers.get(loader);
      return answer ? { ...answer, redirects: before } : null;
    },
    requests: () => structuredClone(requests),
    [Symbol.dispose]() {
      client.off('Network.requestWillBeSent', started);
      client.off('Network.responseReceived', received);
      client.off('Network.loadingFinished', finished);
      client.off('Network.loadingFailed', failed);
      client.off('Page.frameNavigated', navigated);
    },
  };
}

function add(redirects: Redirects, url: string, httpStatus: number): void {
  if (redirects.length < maxRedirects) redirects.push({ url: recordedUrl(url, 400), httpStatus });
}

/** Sets the value of a key and keeps only the newest keys. */
function keep<T>(map: Map<string, T>, key: string, value: T): T {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxAnswers && oldest !== undefined) map.delete(oldest);
  return value;
}
