import type { ContentCheck } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { differenceUrl } from '../../api/pictures.ts';
import { texts } from '../../texts/texts.ts';
import { Picture } from '../captures/picture.tsx';
import { Icon } from '../controls/icon.tsx';
import classes from './check-pictures.module.css';

const box = { width: 64, height: 40 };
const { checks } = texts;

/** A check as images: the baseline, the checked capture and, if they differ, the difference. */
export function CheckPictures({ check }: { check: ContentCheck }) {
  const { id, comparison, baselineScreenshotId, screenshotId, diffUrl, status } = check;
  return (
    <span className={classes.pictures}>
      <Frame label={checks.before}>
        {baselineScreenshotId !== null && (
          <Picture screenshotId={baselineScreenshotId} alt={checks.before} box={box} />
        )}
      </Frame>
      <Frame label={checks.after}>
        {screenshotId !== null && status === 'SUCCESS' && (
          <Picture screenshotId={screenshotId} alt={checks.after} box={box} />
        )}
      </Frame>
      <Frame label={checks.difference}>
        {diffUrl !== null &&
          (comparison.mode === 'visual' ? (
            <Difference checkId={id} />
          ) : (
            <span className={classes.text} role="img" aria-label={checks.textDifference}>
              <Icon name={comparison.mode === 'html' ? 'code' : 'text'} />
            </span>
          ))}
      </Frame>
    </span>
  );
}

/** Keeps its size without an image, so that rows stay aligned. */
function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classes.frame} title={children ? label : undefined} data-empty={!children || undefined}>
      {children}
    </span>
  );
}

function Difference({ checkId }: { checkId: number }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <Icon name="image" size={18} />;
  return (
    <img
      src={differenceUrl(checkId, box)}
      alt={checks.difference}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setMissing(true)}
    />
  );
}

type CheckLinkProps = { check: ContentCheck; className?: string | undefined; children: ReactNode };

/** Links to the comparison of a check, or to its capture if there is no baseline. */
export function CheckLink({ check, className, children }: CheckLinkProps) {
  const { screenshotId, baselineScreenshotId, comparison, changed } = check;
  // The capture may have been deleted before the check.
  if (screenshotId === null) return <span className={className}>{children}</span>;
  const mode = comparison.mode === 'visual' ? (changed ? 'difference' : 'slider') : comparison.mode;
  return (
    <Link
      to="/screenshots/$screenshotId"
      params={{ screenshotId: String(screenshotId) }}
      search={baselineScreenshotId === null ? {} : { with: baselineScreenshotId, mode }}
      className={className}
    >
      {children}
    </Link>
  );
}
