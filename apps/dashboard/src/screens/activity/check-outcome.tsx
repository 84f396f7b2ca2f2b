import type { ContentCheck } from '@shotclock/client';
import { checkMarks, checkResult } from '../../components/changes/check-result.ts';
import rows from '../../components/layout/rows.module.css';
import { Status, Tag } from '../../components/text/status.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';

const { activity, checks: words } = texts;
const listedAreas = 3;

/** The result of a check, whether a second capture confirmed it, and what users have done about it. */
export function CheckOutcome({ check }: { check: ContentCheck }) {
  return (
    <div className={classes.outcome}>
      <span className={classes.marks}>
        <Result check={check} />
        {checkMarks(check).map(({ text, tone }) => (
          <Tag key={text} tone={tone}>
            {text}
          </Tag>
        ))}
      </span>
      <Note check={check} />
    </div>
  );
}

function Result({ check }: { check: ContentCheck }) {
  const { status, changed, confirmation } = check;
  if (status === 'PENDING')
    return (
      <Status tone="busy">{confirmation === 'WAITING' ? words.waiting : activity.statuses.PENDING}</Status>
    );
  if (status === 'FAILED') return <Status tone="bad">{activity.statuses.FAILED}</Status>;
  const result = checkResult(check);
  if (result === null) return <span className={rows.muted}>{activity.firstCheck}</span>;
  return changed ? <Tag tone="change">{result}</Tag> : <Status tone="good">{result}</Status>;
}

/** Why a check failed or ignored differences, and what differs between its two captures. */
function Note({ check }: { check: ContentCheck }) {
  const { baselineScreenshotId, description, status, unstable } = check;
  const isFirst = status === 'SUCCESS' && baselineScreenshotId === null;
  const areas = unstable ?? [];
  return (
    <>
      {description && !isFirst && <p className={classes.note}>{description}</p>}
      {areas.length > 0 && (
        <p className={classes.note}>
          {words.unstable(
            areas.length,
            areas.slice(0, listedAreas).map((area) => words.area(area)),
          )}
        </p>
      )}
    </>
  );
}
