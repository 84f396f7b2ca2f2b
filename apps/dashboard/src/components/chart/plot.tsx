import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import classes from './plot.module.css';
import type { PlotProps } from './plot-props.ts';

const fontSize = 11;
/** Minimum distances between axis labels, in pixels. */
const timeSpace = 100;
const valueSpace = 26;

/** A chart on a canvas, redrawn when its size, theme or content changes. `label` and the adjacent table are its text alternatives. */
export function Plot({ times, series, kind, label, formatTime, formatValue, onHover }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const color = (variable: string) => resolveColor(box, variable);
    const font = `${fontSize}px ${getComputedStyle(box).fontFamily}`;
    const axis: uPlot.Axis = {
      stroke: color('--ink-3'),
      font,
      grid: { stroke: color('--line'), width: 1 },
      ticks: { show: false },
    };
    const paths =
      kind === 'bars'
        ? uPlot.paths.bars!({ size: [0.7, 24], radius: 0.15 })
        : uPlot.paths.stepped!({ align: 1 });
    const options: uPlot.Options = {
      width: box.clientWidth,
      height: box.clientHeight,
      legend: { show: false },
      padding: [6, 6, 0, 0],
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        y: { range: (_, min, max) => (kind === 'bars' ? [0, Math.max(1, max)] : around(min, max)) },
        ...(kind === 'bars' && { x: { range: (_, first, last) => around(first, last, 0.5 / times.length) } }),
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 22,
          space: timeSpace,
          values: (_, splits) => splits.map((at) => formatTime(new Date(at * 1_000))),
        },
        {
          ...axis,
          size: (plot, values) => widthOf(plot, values ?? [], font),
          space: valueSpace,
          values: (_, splits) =>
            splits.map((value) => (Number.isInteger(value) || kind === 'steps' ? formatValue(value) : '')),
        },
      ],
      series: [
        {},
        ...series.map(({ variable, fillVariable }) => ({
          stroke: color(variable),
          fill: color(fillVariable ?? variable),
          width: kind === 'bars' ? 0 : 1.5,
          points: { show: false },
          paths,
        })),
      ],
      hooks: { setCursor: [({ cursor }) => onHover?.(cursor.idx ?? null)] },
    };
    const plot = new uPlot(options, [[...times], ...series.map(({ values }) => [...values])], box);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: box.clientWidth, height: box.clientHeight }),
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, kind, scheme, formatTime, formatValue, onHover]);
  return <div ref={element} role="img" aria-label={label} className={classes.plot} />;
}

/** A canvas cannot resolve CSS variables or `light-dark()`. */
function resolveColor(parent: HTMLElement, variable: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A range with padding at both ends, even if all values are equal. */
function around(min: number, max: number, share = 0.08): [number, number] {
  const room = (max - min || Math.max(1, Math.abs(max))) * share;
  return [min - room, max + room];
}

function widthOf(plot: uPlot, values: readonly (string | number)[], font: string): number {
  plot.ctx.save();
  plot.ctx.font = font;
  const widest = Math.max(0, ...values.map((value) => plot.ctx.measureText(String(value ?? '')).width));
  plot.ctx.restore();
  return Math.ceil(widest) + 14;
}
