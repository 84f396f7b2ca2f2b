import type { WalletEntry } from '@shotclock/client';
import { useMemo } from 'react';
import { Chart } from '../../components/chart/chart.tsx';
import { formatCredits, formatTime } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';

type BalanceChartProps = {
  entries: readonly WalletEntry[];
  /** End of the chart in milliseconds since 1970; null if the chart ends at the last entry. */
  until: number | null;
};

/** The balance after each entry, oldest on the left. The table below contains the same numbers. */
export function BalanceChart({ entries, until }: BalanceChartProps) {
  const oldestFirst = useMemo(() => {
    const [last] = entries;
    const end = last && until !== null ? [{ ...last, createdAt: new Date(until).toISOString() }] : [];
    return [...entries.toReversed(), ...end];
  }, [entries, until]);
  const times = useMemo(
    () => oldestFirst.map(({ createdAt }) => Date.parse(createdAt) / 1_000),
    [oldestFirst],
  );
  const series = useMemo(
    () => [
      {
        values: oldestFirst.map(({ balanceAfter }) => balanceAfter),
        variable: '--accent' as const,
        fillVariable: '--accent-soft' as const,
      },
    ],
    [oldestFirst],
  );
  return (
    <Chart
      kind="steps"
      times={times}
      series={series}
      label={texts.activity.balanceChart}
      formatTime={formatTime}
      formatValue={formatCredits}
    />
  );
}
