import { Skeleton } from '@mantine/core';
import type { ContentCheck, Screenshot } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { Icon } from '../controls/icon.tsx';
import { shortUrl } from '../text/format.ts';
import { Status } from '../text/status.tsx';
import { Time } from '../text/time.tsx';
import classes from './capture-grid.module.css';
import { captureState, isUnexpected } from './capture-state.ts';
import { ChangeTag } from './change-tag.tsx';
import { Picture } from './picture.tsx';

/** The width of a card: two columns on a phone, otherwise as many as fit. */
const cardSizes = '(max-width: 640px) calc(50vw - 31px), 180px';
/** Number of cards that most windows show without scrolling. */
const firstCards = 4;

/** Captures as cards. Their aspect ratio is fixed, so that the layout does not shift when pictures appear. */
export function CaptureGrid({ captures }: { captures: readonly Screenshot[] }) {
  return (
    <ul className={classes.grid}>
      {captures.map((capture, index) => (
        <li key={capture.id}>
          <CaptureCard capture={capture} eager={index < firstCards} />
        </li>
      ))}
    </ul>
  );
}

/** The fields of a capture that a card shows. */
export type CardCapture = Pick<
  Screenshot,
  'id' | 'url' | 'status' | 'description' | 'completedAt' | 'createdAt' | 'failureImageUrl' | 'verdict'
>;
type CaptureCardProps = { capture: CardCapture; eager: boolean; change?: ContentCheck | undefined };

/** A capture, linked to its screen, or to its comparison if it changed. */
export function CaptureCard({ capture, eager, change }: CaptureCardProps) {
  const { id, url, status, description, failureImageUrl, verdict } = capture;
  const unexpected = status === 'SUCCESS' && isUnexpected(verdict);
  const state = captureState(capture);
  return (
    <Link
      to="/screenshots/$screenshotId"
      params={{ screenshotId: String(id) }}
      search={change?.baselineScreenshotId ? { with: change.baselineScreenshotId, mode: 'difference' } : {}}
      className={classes.card}
    >
      <div className={classes.picture} data-status={unexpected ? 'UNEXPECTED' : status}>
        {status === 'SUCCESS' || failureImageUrl ? (
          <Picture
            screenshotId={id}
            kind={status === 'SUCCESS' ? 'image' : 'failure-image'}
            alt=""
            box={{ width: 320, height: 200 }}
            sizes={cardSizes}
            eager={eager}
          />
        ) : (
          <Icon name={status === 'FAILED' ? 'warning' : 'clock'} size={20} />
        )}
        {change && <ChangeTag change={change} />}
      </div>
      <p className={classes.url}>{shortUrl(url)}</p>
      <p className={classes.meta}>
        {status === 'SUCCESS' && !unexpected ? (
          <Time at={capture.completedAt ?? capture.createdAt} />
        ) : (
          <Status tone={state.tone}>{state.text}</Status>
        )}
      </p>
      {status === 'FAILED' && description && <p className={classes.reason}>{description}</p>}
    </Link>
  );
}

/** The captures that changed, in the order of their checks. */
export function ChangedCaptures({ checks }: { checks: readonly ContentCheck[] }) {
  return (
    <ul className={classes.grid}>
      {checks.map((change, index) => {
        const { screenshotId, url, createdAt, completedAt } = change;
        if (screenshotId === null) return null;
        const capture = { id: screenshotId, url, createdAt, completedAt, description: null };
        return (
          <li key={change.id}>
            <CaptureCard
              capture={{ ...capture, status: 'SUCCESS' }}
              eager={index < firstCards}
              change={change}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Placeholders while captures load. */
export function SkeletonGrid({ count }: { count: number }) {
  return (
    <div className={classes.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.card}>
          <Skeleton className={classes.picture!} height="auto" radius="sm" />
          <p className={classes.url}> </p>
          <p className={classes.meta}> </p>
        </div>
      ))}
    </div>
  );
}
