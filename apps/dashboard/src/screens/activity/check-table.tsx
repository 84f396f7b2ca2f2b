import type { ContentCheck } from '@shotclock/client';
import { CheckLink, CheckPictures } from '../../components/changes/check-pictures.tsx';
import { checkResult } from '../../components/changes/check-result.ts';
import rows from '../../components/layout/rows.module.css';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { PageName } from '../../components/text/page-name.tsx';
import { Status, Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';

const { activity } = texts;

/** Checks with the baseline, the checked capture and their difference. */
export function CheckTable({ checks }: { checks: readonly ContentCheck[] }) {
  return (
    <WideTable label={activity.changes} stacks>
      <thead>
        <tr>
          <th scope="col">{activity.columns.page}</th>
          <th scope="col">{activity.columns.result}</th>
          <th scope="col" className={rows.spare}>
            {activity.columns.mode}
          </th>
          <th scope="col">{activity.columns.time}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.id}>
            <td className={classes.subject}>
              <CheckLink check={check} className={`${classes.page} ${classes.checked}`}>
                <CheckPictures check={check} />
                <PageName {...check} />
              </CheckLink>
            </td>
            <td>
              <Result check={check} />
            </td>
            <td className={`${rows.muted} ${rows.spare}`}>{activity.modes[check.comparison.mode]}</td>
            <td className={rows.muted}>
              <Time at={check.completedAt ?? check.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function Result({ check }: { check: ContentCheck }) {
  const { status, changed, description } = check;
  if (status === 'PENDING') return <Status tone="busy">{activity.statuses.PENDING}</Status>;
  if (status === 'FAILED')
    return (
      <>
        <Status tone="bad">{activity.statuses.FAILED}</Status>
        {description && <p className={classes.note}>{description}</p>}
      </>
    );
  const result = checkResult(check);
  if (result === null) return <span className={rows.muted}>{activity.firstCheck}</span>;
  return changed ? <Tag tone="change">{result}</Tag> : <Status tone="good">{result}</Status>;
}
