import type { WalletEntry } from '@shotclock/client';
import { formatCredits, formatDayAndTime } from '../../components/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './balance-chart.module.css';

/** Size of the drawing. It is stretched to its box; lines keep their width. */
const width = 1_000;
const height = 100;

/** The balance after each entry, oldest at the left. The table below has the same numbers. */
export function BalanceChart({ entries }: { entries: readonly WalletEntry[] }) {
  const points = entries
    .map(({ createdAt, balanceAfter }) => ({ time: Date.parse(createdAt), balance: balanceAfter }))
    .reverse();
  const first = points[0]!;
  const last = points.at(-1)!;
  const balances = points.map(({ balance }) => balance);
  const highest = Math.max(...balances);
  const lowest = Math.min(...balances);
  const x = (time: number) => ((time - first.time) / Math.max(1, last.time - first.time)) * width;
  const y = (balance: number) => height - ((balance - lowest) / Math.max(1, highest - lowest)) * height;
  const line = points.map(({ time, balance }) => `H${x(time).toFixed(1)}V${y(balance).toFixed(1)}`).join('');
  const path = `M0,${y(first.balance).toFixed(1)}${line}H${width}`;
  return (
    <figure className={classes.chart}>
      <div className={classes.axis} aria-hidden="true">
        <span>{formatCredits(highest)}</span>
        <span>{formatCredits(lowest)}</span>
      </div>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.activity.balanceChart}
      >
        <path className={classes.area} d={`${path}V${height}H0Z`} />
        <path className={classes.line} d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={classes.times} aria-hidden="true">
        <span>{formatDayAndTime(new Date(first.time))}</span>
        <span>{formatDayAndTime(new Date(last.time))}</span>
      </div>
    </figure>
  );
}
