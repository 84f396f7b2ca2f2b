export type PlotSeries = {
  values: readonly number[];
  /** CSS variables of the colours. */
  variable: `--${string}`;
  fillVariable?: `--${string}`;
};

/** The arrays and functions must be the same as long as the content is: another one draws the chart again. */
export type PlotProps = {
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  /** Drawn one over the other: a bar in front hides the lower part of those behind it. */
  series: readonly PlotSeries[];
  kind: 'bars' | 'steps';
  label: string;
  formatTime: (time: Date) => string;
  formatValue: (value: number) => string;
  /** Says which place the pointer is at. */
  onHover?: (index: number | null) => void;
};
