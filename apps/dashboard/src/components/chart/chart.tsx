import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PlotProps } from './plot-props.ts';

const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }));

/** A chart that fills its parent, whose height is fixed. The chart library is loaded with the first chart. */
export function Chart(props: PlotProps) {
  return (
    <Suspense fallback={<Skeleton height="100%" />}>
      <Plot {...props} />
    </Suspense>
  );
}
