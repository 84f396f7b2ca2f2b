// The state of a capture as the API shows it: its record and, until it settles, the state of its row in `captures`. A
// PENDING record of a running capture is shown as PROCESSING. All queries that read screenshots use these functions.
import type { ScreenshotStatus } from '@shotclock/contracts';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { sentHeaders } from '../../schema/sent-headers.ts';
import { isHeld } from '../captures/waiting-index.ts';

export type ScreenshotRow = Omit<typeof screenshots.$inferSelect, 'status'> & { status: ScreenshotStatus };

/** The status of a screenshot joined with `isProgress`. */
export const shownStatus = sql<ScreenshotStatus>`case when ${captures.attemptToken} is null then ${screenshots.status} else 'PROCESSING' end`;

/** The header that a finished capture sent: the one from its settings, or else the browser's default. */
const sentHeader = (name: 'userAgent' | 'acceptLanguage') => sql<string | null>`coalesce(${screenshots[name]},
  (select ${sentHeaders[name]} from ${sentHeaders} where ${sentHeaders.id} = ${screenshots.sentHeadersId}))`;

/** A screenshot's columns, with the headers that its capture sent. */
export const screenshotColumns = {
  ...getTableColumns(screenshots),
  userAgent: sentHeader('userAgent'),
  acceptLanguage: sentHeader('acceptLanguage'),
};

const shown = {
  ...screenshotColumns,
  status: shownStatus,
  attempt: sql<number>`coalesce(${captures.attempt}, ${screenshots.attempt})`,
  startedAt: sql<Date | null>`coalesce(${captures.startedAt}, ${screenshots.startedAt})`.mapWith(
    screenshots.startedAt,
  ),
};

/** The join condition between a screenshot and the capture that holds its progress. */
export const isProgress = sql`${screenshots.status} = 'PENDING' and ${captures.screenshotId} = ${screenshots.id}`;

/** Selects screenshots as the API shows them. Uses a single statement, so that a record and its progress match. */
export const selectScreenshots = (db: Queryable) =>
  db.select(shown).from(screenshots).leftJoin(captures, isProgress);

/** The condition that a capture has not finished. */
export const isUnfinished = eq(screenshots.status, 'PENDING');

/** The condition that the API shows a screenshot with this status. */
export function hasStatus(status: ScreenshotStatus): SQL {
  if (status === 'SUCCESS' || status === 'FAILED') return eq(screenshots.status, status);
  const { id } = screenshots;
  const running = sql`(select c.screenshot_id from ${captures} c where ${isHeld} and c.attempt_token is not null)`;
  return and(
    isUnfinished,
    status === 'PROCESSING' ? sql`${id} in ${running}` : sql`${id} not in ${running}`,
  )!;
}
