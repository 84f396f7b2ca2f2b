import type { ScheduleExecution } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-screen.module.css';

const { schedules } = texts;

/** Says that the last run was not compared because of insufficient credits, and what to do. */
export function UncheckedNotice({ runs }: { runs: readonly ScheduleExecution[] | undefined }) {
  const last = runs?.find(({ totalItems, outcome }) => totalItems > 0 && outcome?.trigger !== 'RETRY');
  const unchecked = last?.outcome?.uncheckedItems ?? 0;
  if (!last || unchecked === 0) return null;
  return (
    <p className={classes.unchecked}>
      {schedules.notCompared(formatNumber(unchecked), formatNumber(last.totalItems))}{' '}
      <Link to="/activity" search={{ tab: 'wallet' }}>
        {schedules.openWallet}
      </Link>
    </p>
  );
}
