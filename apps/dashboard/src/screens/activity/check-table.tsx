import type { ContentCheck } from '@shotclock/client';
import { useRef } from 'react';
import { CheckButtons } from '../../components/changes/check-buttons.tsx';
import { CheckLink, CheckPictures } from '../../components/changes/check-pictures.tsx';
import rows from '../../components/layout/rows.module.css';
import { WideTable } from '../../components/layout/wide-table.tsx';
import { PageName } from '../../components/text/page-name.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';
import { CheckOutcome } from './check-outcome.tsx';
import { useCheckKeys } from './use-check-keys.ts';

const { activity } = texts;

/** Checks with the baseline, the checked capture and their difference. */
export function CheckTable({ checks }: { checks: readonly ContentCheck[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const act = useCheckKeys(body, checks);
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
          <th scope="col">{activity.columns.actions}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {checks.map((check) => (
          <tr key={check.id} className={classes.check}>
            <td className={classes.subject}>
              <CheckLink check={check} className={`${classes.page} ${classes.checked}`}>
                <CheckPictures check={check} />
                <PageName {...check} />
              </CheckLink>
            </td>
            <td>
              <CheckOutcome check={check} />
            </td>
            <td className={`${rows.muted} ${rows.spare}`}>{activity.modes[check.comparison.mode]}</td>
            <td className={rows.muted}>
              <Time at={check.completedAt ?? check.createdAt} />
            </td>
            <td className={classes.checkActions}>
              <div className={classes.marks}>
                <CheckButtons check={check} size="compact-xs" onAct={act} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
