export type PlotSeries = {
  values: readonly number[];
  /** CSS variables that contain the colors. */
  variable: `--${string}`;
  fillVariable?: `--${string}`;
};

/** Pass the same arrays and functions while the content is unchanged, because new ones redraw the chart. */
export type PlotProps = {
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  /** Series are drawn on top of each other, so a bar hides the lower part of the bars behind it. */
  series: readonly PlotSeries[];
  kind: 'bars' | 'steps';
  label: string;
  formatTime: (time: Date) => string;
  formatValue: (value: number) => string;
  /** Receives the index under the pointer. */
  onHover?: (index: number | null) => void;
};
