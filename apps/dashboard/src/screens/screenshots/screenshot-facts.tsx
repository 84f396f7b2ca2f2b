import type { PageRecord, Screenshot } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isMissing } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import { detailedState } from '../../components/captures/capture-state.ts';
import rows from '../../components/layout/rows.module.css';
import {
  formatBytes,
  formatDuration,
  formatNumber,
  formatWithSeconds,
  visibleUrl,
} from '../../components/text/format.ts';
import { Status } from '../../components/text/status.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './screenshot-screen.module.css';
import { ShareLink } from './share-link.tsx';

const { screenshot: words } = texts.captures;

/** The details of a capture. */
export function ScreenshotFacts({ screenshot }: { screenshot: Screenshot }) {
  const { id, url, status, createdAt, completedAt, processingTimeMs, description, capture } = screenshot;
  const { page } = screenshot;
  const state = detailedState(screenshot);
  const window = `${screenshot.width ?? 1_920} × ${screenshot.height ?? 1_080}`;
  const facts: [name: string, value: ReactNode][] = [
    [
      texts.common.status,
      <Status key="status" tone={state.tone}>
        {state.text}
      </Status>,
    ],
    [
      words.address,
      <a
        key="address"
        className={rows.clamped}
        href={url}
        title={visibleUrl(url)}
        target="_blank"
        rel="noreferrer noopener"
      >
        {visibleUrl(url)}
      </a>,
    ],
    [
      words.finalAddress,
      page && page.url !== url && (
        <span key="final" className={rows.clamped} title={visibleUrl(page.url)}>
          {visibleUrl(page.url)}
        </span>
      ),
    ],
    [words.pageTitle, page?.title],
    [words.capturedAt, formatWithSeconds(new Date(completedAt ?? createdAt))],
    [words.took, processingTimeMs !== null && formatDuration(processingTimeMs)],
    [words.size, screenshot.fullPage ? `${window}, ${words.wholePage}` : window],
    [words.bytes, capture?.image && formatBytes(capture.image.bytes)],
    [words.requests, page && requestsOf(page)],
    [words.attempts, capture && capture.attempts > 1 && capture.attempts],
    [words.schedule, capture?.scheduleId && <ScheduleLink key="schedule" scheduleId={capture.scheduleId} />],
    [
      words.run,
      screenshot.scheduleExecutionId !== null && (
        <Link
          key="run"
          to="/executions/$executionId"
          params={{ executionId: String(screenshot.scheduleExecutionId) }}
        >
          #{screenshot.scheduleExecutionId}
        </Link>
      ),
    ],
    [words.comparison, capture?.uncheckedReason && words.unpaid],
    [words.note, description],
  ];
  return (
    <>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {status === 'SUCCESS' && <ShareLink screenshotId={id} />}
    </>
  );
}

function requestsOf({ requests: { firstParty, thirdParty }, receivedBytes }: PageRecord): string {
  return words.requestsOf(formatNumber(firstParty.count + thirdParty.count), formatBytes(receivedBytes));
}

/** Links to the schedule of a capture. The capture remains if the schedule is deleted. */
function ScheduleLink({ scheduleId }: { scheduleId: number }) {
  const { data, error } = useQuery({
    ...read('schedules.get', scheduleId),
    placeholderData: undefined,
  });
  if (isMissing(error)) return texts.schedules.deletedSchedule;
  return (
    <Link to="/schedules/$scheduleId" params={{ scheduleId: String(scheduleId) }}>
      {data?.name ?? `#${scheduleId}`}
    </Link>
  );
}
