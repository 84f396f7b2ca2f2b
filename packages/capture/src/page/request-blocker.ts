import type { CaptureOptions } from '@shotclock/contracts/capture-options';
import { withTimeout } from '@shotclock/runtime';
import type { CDPSession, Protocol } from 'puppeteer';
import { hideBlockedUrls } from '../in-page/hide-blocked-urls.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { withoutBodies } from './network-domain.ts';

/** Chromium's error for a request that was blocked by a network rule. The browser is never offline otherwise. */
export const blockedByRule = 'net::ERR_INTERNET_DISCONNECTED';

/** Time limit for adjusting a page whose main thread is busy. */
const hideMs = 1_000;
/** Maximum number of images and frames whose URLs are kept. */
const maxUrls = 2_000;

const resourceTypes = { image: 'Image', font: 'Font', media: 'Media', script: 'Script' } as const;

/** Blocks the requests that match the options `blockUrls` and `blockTypes`. */
export type RequestBlocker = {
  /** Blocks requests to URLs. To affect the requests of all targets, each session must send the commands. */
  blockUrls(session: CDPSession): Promise<unknown>[];
  /**
   * Blocks requests of some types. To affect the requests of all frames, the session of each page and each frame must
   * send the commands.
   */
  blockTypes(session: CDPSession): Promise<unknown>[];
  /** Tracks the documents of a page that has not sent a request yet. */
  follow(client: CDPSession, mainFrame: string): void;
  /** Whether a document of the page itself was blocked. */
  blockedPage(): boolean;
  blocksImage(url: string): boolean;
  /** Hides the blocked images and frames in the page's document. */
  hide(world: IsolatedWorld): Promise<void>;
};

/**
 * Returns null without these options. URLs are matched only in the browser's network service, which takes linear time: a
 * backtracking matcher could need minutes for a pattern with a few wildcards and a URL that the page chooses.
 */
export function createRequestBlocker(options: CaptureOptions | null): RequestBlocker | null {
  const { blockUrls = [], blockTypes = [] } = options ?? {};
  if (blockUrls.length + blockTypes.length === 0) return null;
  const images = blockTypes.includes('image');
  const blockedUrls = new Set<string>();
  let blocked = false;
  return {
    blockUrls(session) {
      if (blockUrls.length === 0) return [];
      const rules = blockUrls.map((urlPattern) => ({ ...unlimited, urlPattern, offline: true }));
      return [
        // Unless the domain is enabled, the rules do not apply to workers.
        session.send('Network.enable', withoutBodies),
        session.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions: rules }),
      ];
    },
    blockTypes(session) {
      if (blockTypes.length === 0) return [];
      session.on('Fetch.requestPaused', ({ requestId }: Protocol.Fetch.RequestPausedEvent) => {
        session
          .send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
          .catch(() => undefined);
      });
      return [
        session.send('Fetch.enable', {
          patterns: blockTypes.map((type) => ({ resourceType: resourceTypes[type] })),
        }),
        // Requests that a service worker repeats have a different type.
        session.send('Network.setBypassServiceWorker', { bypass: true }),
      ];
    },
    follow(client, mainFrame) {
      let document = '';
      /** The URL of each pending request for an image or a frame, before redirects. */
      const pending = new Map<string, string>();
      client.on('Network.requestWillBeSent', (event: Protocol.Network.RequestWillBeSentEvent) => {
        const { requestId, type, frameId, request } = event;
        if (type === 'Document' && frameId === mainFrame) document = requestId;
        else if ((type === 'Image' || type === 'Document') && /^https?:/.test(request.url))
          if (pending.size < maxUrls && !pending.has(requestId)) pending.set(requestId, request.url);
      });
      client.on('Network.loadingFinished', ({ requestId }: Protocol.Network.LoadingFinishedEvent) => {
        pending.delete(requestId);
      });
      client.on('Network.loadingFailed', (event: Protocol.Network.LoadingFailedEvent) => {
        const url = pending.get(event.requestId);
        pending.delete(event.requestId);
        if (event.errorText !== blockedByRule) return;
        if (event.requestId === document) blocked = true;
        else if (url !== undefined && blockedUrls.size < maxUrls) blockedUrls.add(url);
      });
    },
    blockedPage: () => blocked,
    blocksImage: (url) => images || blockedUrls.has(withoutFragment(url)),
    async hide(world) {
      if (!images && blockedUrls.size === 0) return;
      await withTimeout(world.run(hideBlockedUrls, [...blockedUrls], images), hideMs).catch(() => undefined);
    },
  };
}

const withoutFragment = (url: string) => url.split('#', 1)[0]!;

const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 } as const;
