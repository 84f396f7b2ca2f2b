import type { Screenshot, ScreenshotPeriod } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { formatNumber, shortUrl } from '../../components/format.ts';
import { Panel } from '../../components/page.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './attention.module.css';

const { overview } = texts;
const shownFailures = 6;

type AttentionProps = {
  /** The newest captures, newest first. */
  captures: readonly Screenshot[] | undefined;
  hours: readonly ScreenshotPeriod[] | undefined;
};

/** The newest failures, each page once, and how many there were in all. */
export function Attention({ captures, hours }: AttentionProps) {
  const failures = hours?.reduce((sum, hour) => sum + hour.failures, 0);
  const failed = failedPages(captures ?? []);
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
      {!captures || failures === undefined ? (
        <SkeletonRows count={2} height={24} />
      ) : failed.length === 0 ? (
        <p className={rows.row}>
          <Status tone="good">{failures === 0 ? overview.attentionNone : overview.attentionSolved}</Status>
        </p>
      ) : (
        <ul>
          {failed.map((capture) => (
            <li key={capture.id}>
              <Failure capture={capture} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Leads to the run of the capture, where it can be repeated. */
function Failure({
  capture: { id, url, description, scheduleExecutionId, completedAt, createdAt },
}: {
  capture: Screenshot;
}) {
  const content = (
    <>
      <span className={rows.grow}>
        <span className={classes.page}>{shortUrl(url)}</span>
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

/** The newest capture of each page that failed, unless the page was captured since. */
function failedPages(captures: readonly Screenshot[]): Screenshot[] {
  const newest = new Map<number | string, Screenshot>();
  for (const capture of captures) {
    if (capture.status !== 'SUCCESS' && capture.status !== 'FAILED') continue;
    const page = capture.scheduleItemId ?? capture.url;
    if (!newest.has(page)) newest.set(page, capture);
  }
  return [...newest.values()].filter(({ status }) => status === 'FAILED').slice(0, shownFailures);
}
