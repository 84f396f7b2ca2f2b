import { leaveFocus } from '../../components/controls/leave-focus.ts';
import { formatDay, formatDayAndTime } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import type { HistoryBin } from './history-bins.ts';
import classes from './scrubber.module.css';

type ScrubberProps = {
  total: number;
  selected: number;
  /** The time of the selected capture. */
  time: Date | null;
  bins: readonly HistoryBin[];
  onSelect: (index: number) => void;
};

const maxTicks = 8;

/** The position of the selected capture among all captures. The scale counts captures, so periods without captures do not take up space. */
export function Scrubber({ total, selected, time, bins, onSelect }: ScrubberProps) {
  const last = Math.max(1, total - 1);
  const share = (index: number) => `${(index / last) * 100}%`;
  const step = Math.max(1, Math.ceil(bins.length / maxTicks));
  return (
    <div className={classes.scrubber}>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.passed} style={{ width: share(selected) }} />
        {bins
          .filter(({ changes }) => changes > 0)
          .map(({ at, firstIndex, captures }) => (
            <span
              key={at}
              className={classes.change}
              style={{ left: share(firstIndex), width: `max(2px, ${(captures / last) * 100}%)` }}
            />
          ))}
      </div>
      <input
        className={classes.range}
        type="range"
        min={0}
        max={last}
        value={selected}
        aria-label={texts.history.scrubber}
        aria-valuetext={time ? formatDayAndTime(time) : undefined}
        onChange={(event) => onSelect(Number(event.currentTarget.value))}
        onPointerUp={leaveFocus}
      />
      <div className={classes.ticks} aria-hidden="true">
        {bins
          .filter((_, index) => index % step === 0)
          .map(({ at, firstIndex }) => (
            <span key={at} className={classes.tick} style={{ left: share(firstIndex) }}>
              {formatDay(new Date(at))}
            </span>
          ))}
      </div>
    </div>
  );
}
