import { hash } from 'node:crypto';
import { shorten } from '@shotclock/alerts';
import { limits } from '@shotclock/contracts';
import { type FeedChange, type FeedRow, listFeedChanges } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { percent } from '../percent.ts';
import { feedPath } from './feed-path.ts';
import { findSharedFeed } from './find-shared-feed.ts';

/** A feed before it is rendered. All texts are plain text, and can contain any character. */
export type FeedContent = {
  /** A URN that never changes. */
  id: string;
  title: string;
  /** The addresses of the two formats. */
  atomUrl: string;
  jsonUrl: string;
  /** The page of the dashboard about the schedule or all changes. */
  link: string;
  /** The time of the newest entry; the creation of the feed if that is later. */
  updated: Date;
  /** Newest first, at most `limits.feeds.entries`. */
  entries: FeedEntry[];
};

export type FeedEntry = {
  /** A URN that never changes. */
  id: string;
  title: string;
  summary: string;
  /** The page of the dashboard about the capture; null after its deletion. */
  link: string | null;
  /** The page that changed. */
  pageUrl: string;
  /** The URL of a JPEG image that works while the feed exists; null after the deletion of the capture. */
  pictureUrl: string | null;
  updated: Date;
};

/**
 * Reads the feed of a token.
 * @throws CoreError not_found
 */
export async function readFeed(
  { db, links }: Pick<CoreContext, 'db' | 'links'>,
  { token }: { token: string },
): Promise<FeedContent> {
  const feed = await findSharedFeed({ db }, { token });
  const changes = await listFeedChanges(db.orm, feed, limits.feeds.entries);
  // Checks are listed by the time of their request, but a later check can finish first.
  const entries = changes
    .map((change) => entryOf(feed, change, { token, links }))
    .sort((one, other) => other.updated.getTime() - one.updated.getTime());
  const times = [feed.createdAt, ...entries.map(({ updated }) => updated)];
  return {
    id: urnOf(feed, 'feed'),
    title: feed.name,
    atomUrl: links.plain(feedPath(token, 'atom.xml')),
    jsonUrl: links.plain(feedPath(token, 'feed.json')),
    link: links.plain(feed.scheduleId === null ? '/activity' : `/schedules/${feed.scheduleId}`),
    updated: new Date(Math.max(...times.map(Number))),
    entries,
  };
}

function entryOf(
  feed: FeedRow,
  { id, url, ratio, title, comparison, screenshotId, completedAt }: FeedChange,
  { token, links }: { token: string } & Pick<CoreContext, 'links'>,
): FeedEntry {
  const compared = comparison.mode === 'visual' ? 'pixels' : 'characters';
  const isCaptured = screenshotId !== null;
  return {
    id: urnOf(feed, `change ${id}`),
    title: `Changed by ${percent(ratio)}: ${shorten(url, limits.alerts.urlLength)}`,
    summary: `${title ? `“${title}”` : 'The page'} changed: ${percent(ratio)} of the ${compared} differ.`,
    link: isCaptured ? links.plain(`/screenshots/${screenshotId}`) : null,
    pageUrl: url,
    pictureUrl: isCaptured ? links.plain(feedPath(token, `changes/${id}/picture.jpg`)) : null,
    updated: completedAt,
  };
}

/** A UUID of version 8 (RFC 9562, section 5.8) that does not depend on the address of the server. */
function urnOf({ tokenHash }: FeedRow, name: string): string {
  const digits = hash('sha256', `${tokenHash} ${name}`);
  const variant = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `${variant}${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-')}`;
}
