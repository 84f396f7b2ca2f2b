import type { FailingPage, ScreenshotPeriod, UncheckedSchedule, UnexpectedPage } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { unexpectedKinds, verdictText } from '../../components/captures/capture-state.ts';
import { Picture } from '../../components/captures/picture.tsx';
import { Panel } from '../../components/layout/page.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { formatNumber, shortUrl } from '../../components/text/format.ts';
import { Status } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './attention.module.css';
import { NotLoaded } from './not-loaded.tsx';

const { overview } = texts;
const shownPages = 6;
const shownOfGroup = 3;
/** Maximum number of pages that the API returns. */
const maxPages = 20;

type AttentionProps = {
  /** Newest first. */
  pages: readonly FailingPage[] | undefined;
  /** Pages whose newest capture does not show the requested content, newest first. */
  unexpected: readonly UnexpectedPage[] | undefined;
  /** Schedules whose last run was not compared because of insufficient credits. */
  unchecked: readonly UncheckedSchedule[] | undefined;
  hours: readonly ScreenshotPeriod[] | undefined;
  isFailed: boolean;
};

/** Lists schedules whose last run was not compared, failing pages with their schedules, and pages that do not show the requested content, grouped by
 * verdict. Also shows the total number of failed captures. */
export function Attention({ pages, unexpected = [], unchecked = [], hours, isFailed }: AttentionProps) {
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
      ) : pages.length + unexpected.length + unchecked.length === 0 ? (
        <p className={rows.row}>
          <Status tone="good">{failures === 0 ? overview.attentionNone : overview.attentionSolved}</Status>
        </p>
      ) : (
        <ul>
          {unchecked.slice(0, shownPages).map((schedule) => (
            <li key={`unchecked ${schedule.scheduleId}`}>
              <Unchecked schedule={schedule} />
            </li>
          ))}
          {unchecked.length > 0 && (
            <li>
              <Link to="/activity" search={{ tab: 'wallet' }} className={rows.row}>
                {overview.openWallet}
              </Link>
            </li>
          )}
          {pages.slice(0, shownPages).map((page) => (
            <li key={page.screenshot.id}>
              <Failure page={page} />
            </li>
          ))}
          {pages.length > shownPages && (
            <li className={`${rows.row} ${rows.faint}`}>
              {overview.morePages(formatNumber(pages.length - shownPages), pages.length === maxPages)}
            </li>
          )}
          {unexpectedKinds.map((kind) => (
            <UnexpectedGroup
              key={kind}
              kind={kind}
              pages={unexpected.filter(({ screenshot }) => screenshot.verdict?.kind === kind)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type UnexpectedGroupProps = { kind: (typeof unexpectedKinds)[number]; pages: readonly UnexpectedPage[] };

/** Pages with the same verdict. The heading links to all captures with this verdict. */
function UnexpectedGroup({ kind, pages }: UnexpectedGroupProps) {
  if (pages.length === 0) return null;
  return (
    <>
      <li>
        <Link to="/activity" search={{ verdict: kind }} className={`${rows.row} ${classes.group}`}>
          <Status tone="warn">
            {overview.unexpectedPages(texts.captures.verdicts.groups[kind], formatNumber(pages.length))}
          </Status>
        </Link>
      </li>
      {pages.slice(0, shownOfGroup).map((page) => (
        <li key={page.screenshot.id}>
          <Unexpected page={page} />
        </li>
      ))}
      {pages.length > shownOfGroup && (
        <li className={`${rows.row} ${rows.faint}`}>
          {overview.morePages(formatNumber(pages.length - shownOfGroup), false)}
        </li>
      )}
    </>
  );
}

function Unexpected({ page: { screenshot, scheduleName } }: { page: UnexpectedPage }) {
  const { id, url, verdict, completedAt, createdAt } = screenshot;
  return (
    <Link to="/screenshots/$screenshotId" params={{ screenshotId: String(id) }} className={rows.row}>
      <span className={rows.thumb}>
        <Picture screenshotId={id} alt="" box={{ width: 64, height: 40 }} />
      </span>
      <span className={rows.grow}>
        <span className={classes.page}>{shortUrl(url)}</span>
        <span className={classes.schedule}>{scheduleName ?? texts.activity.sources.MANUAL_SCREENSHOT}</span>
        {verdict && <span className={`${classes.reason} ${classes.shows}`}>{verdictText(verdict)}</span>}
      </span>
      <span className={rows.faint}>
        <Time at={completedAt ?? createdAt} />
      </span>
    </Link>
  );
}

/** Links to the run that was not compared. */
function Unchecked({ schedule }: { schedule: UncheckedSchedule }) {
  const { scheduleName, executionId, uncheckedItems, itemCount, startedAt } = schedule;
  return (
    <Link to="/executions/$executionId" params={{ executionId: String(executionId) }} className={rows.row}>
      <span className={rows.grow}>
        <span className={classes.page}>{scheduleName}</span>
        <span className={`${classes.reason} ${classes.whole}`}>
          {overview.notCompared(formatNumber(uncheckedItems), formatNumber(itemCount))}
        </span>
      </span>
      <span className={rows.faint}>
        <Time at={startedAt} />
      </span>
    </Link>
  );
}

/** Links to the run, where the capture can be retried, or to the capture if it does not belong to a run. */
function Failure({ page: { screenshot, scheduleName } }: { page: FailingPage }) {
  const { id, url, description, scheduleExecutionId, completedAt, createdAt, failureImageUrl } = screenshot;
  const content = (
    <>
      {failureImageUrl && (
        <span className={rows.thumb}>
          <Picture screenshotId={id} kind="failure-image" alt="" box={{ width: 64, height: 40 }} />
        </span>
      )}
      <span className={rows.grow}>
        <span className={classes.page}>{shortUrl(url)}</span>
        <span className={classes.schedule}>{scheduleName ?? texts.activity.sources.MANUAL_SCREENSHOT}</span>
        <span className={`${classes.reason} ${failureImageUrl ? classes.beside : ''}`}>{description}</span>
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
