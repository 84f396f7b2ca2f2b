import type { FailingPage, ScreenshotPeriod } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { formatNumber, shortUrl } from '../../components/format.ts';
import { Panel } from '../../components/page.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './attention.module.css';
import { NotLoaded } from './not-loaded.tsx';

const { overview } = texts;
const shownPages = 6;
/** The API names no more. */
const mostPages = 20;

type AttentionProps = {
  /** Newest first. */
  pages: readonly FailingPage[] | undefined;
  hours: readonly ScreenshotPeriod[] | undefined;
  isFailed: boolean;
};

/** The pages that fail, below the names of their schedules, and how many captures failed in all. */
export function Attention({ pages, hours, isFailed }: AttentionProps) {
  const failures = hours?.reduce((sum, hour) => sum + hour.failures, 0);
  return (
    <Panel
      title={overview.attention}
      flush
      aside={
        (failures ?? 0) > 0 && (
          <Link to="/activity" search={{ status: 'FAILED' }}>
            {overview.failures(formatNumber(failures ?? 0))}
          </Link>
        )
      }
    >
      {!pages || failures === undefined ? (
        <NotLoaded isFailed={isFailed}>
          <SkeletonRows count={2} height={24} />
        </NotLoaded>
      ) : pages.length === 0 ? (
        <p className={rows.row}>
          <Status tone="good">{failures === 0 ? overview.attentionNone : overview.attentionSolved}</Status>
        </p>
      ) : (
        <ul>
          {pages.slice(0, shownPages).map((page) => (
            <li key={page.screenshot.id}>
              <Failure page={page} />
            </li>
          ))}
          {pages.length > shownPages && (
            <li className={`${rows.row} ${rows.faint}`}>
              {overview.morePages(formatNumber(pages.length - shownPages), pages.length === mostPages)}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

/** Leads to the run of the capture, where it can be repeated. */
function Failure({ page: { screenshot, scheduleName } }: { page: FailingPage }) {
  const { id, url, description, scheduleExecutionId, completedAt, createdAt } = screenshot;
  const content = (
    <>
      <span className={rows.grow}>
        <span className={classes.page}>{shortUrl(url)}</span>
        <span className={classes.schedule}>{scheduleName ?? texts.activity.sources.MANUAL_SCREENSHOT}</span>
        <span className={classes.reason}>{description}</span>
      </span>
      <span className={rows.faint}>
        <Time at={completedAt ?? createdAt} />
      </span>
    </>
  );
  return scheduleExecutionId === null ? (
    <Link to="/screenshots/$screenshotId" params={{ screenshotId: String(id) }} className={rows.row}>
      {content}
    </Link>
  ) : (
    <Link
      to="/executions/$executionId"
      params={{ executionId: String(scheduleExecutionId) }}
      className={rows.row}
    >
      {content}
    </Link>
  );
}
