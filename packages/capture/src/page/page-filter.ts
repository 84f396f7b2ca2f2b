import type { CaptureOptions } from '@shotclock/contracts/capture-options';
import {
  type BlockCategory,
  type BlockedHosts,
  blockCategories,
  createHostFilter,
  type HostFilter,
} from '@shotclock/egress';
import { withTimeout } from '@shotclock/runtime';
import type { CDPSession, Protocol } from 'puppeteer';
import { hideBlockedHosts } from '../in-page/hide-blocked-hosts.ts';
import type { IsolatedWorld } from './isolated-world.ts';

/** Maximum number of hosts whose images and frames are hidden. */
const maxHidden = 100;
/** Time limit for adjusting a page whose main thread is busy. */
const hideMs = 1_000;

export type PageFilter = HostFilter & {
  /** Tracks the documents of a page that has not sent a request yet. The sites of these documents are not blocked. */
  follow(client: CDPSession, mainFrame: string): void;
  /** Hides images and frames in the page's document that were blocked since the last call. */
  hide(world: IsolatedWorld): Promise<void>;
};

const optionNames = { ads: 'blockAds', trackers: 'blockTrackers', chats: 'blockChats' } as const;

export function blockedCategories(options: CaptureOptions | null): BlockCategory[] {
  return blockCategories.filter((category) => options?.[optionNames[category]] === true);
}

/**
 * Creates the host filter of a capture. A document may come from a host that would otherwise be blocked, for example
 * after a redirect. The browser reports the request for a document before it connects, but over a different channel.
 * Before the filter blocks a host, it therefore asks the browser for a reply, which all earlier events precede.
 */
export function createPageFilter(
  hosts: BlockedHosts,
  pageUrl: string,
  categories: readonly BlockCategory[],
): PageFilter {
  let page: CDPSession | null = null;
  let hidden = 0;
  let reply: Promise<void> | null = null;
  const awaitReply = async () => {
    await new Promise(setImmediate);
    reply = null;
    // The command fails when the page closes, which also ends its requests.
    await page?.send('Target.getTargetInfo').catch(() => undefined);
  };
  const filter = createHostFilter(hosts, {
    categories,
    pageUrl,
    // Requests that are made at the same time share a reply.
    documentsKnown: () => (reply ??= awaitReply()),
  });
  return {
    ...filter,
    follow(client, mainFrame) {
      page = client;
      client.on('Page.frameNavigated', ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
        if (frame.id === mainFrame) hidden = 0;
      });
      client.on('Network.requestWillBeSent', (event: Protocol.Network.RequestWillBeSentEvent) => {
        if (event.type === 'Document' && event.frameId === mainFrame) filter.exempt(event.request.url);
      });
    },
    async hide(world) {
      const hosts = filter.blockedHosts().slice(hidden, maxHidden);
      hidden += hosts.length;
      if (hosts.length > 0)
        await withTimeout(world.run(hideBlockedHosts, hosts), hideMs).catch(() => undefined);
    },
  };
}
