import { Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { formatDayAndTime } from '../text/format.ts';
import classes from './run-strip.module.css';
import { type Run, runState, toneOfRun } from './tones.ts';

const { schedules } = texts;
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/**
 * The last runs of a schedule as colored ticks, oldest first. Each tick links to its run. Its tooltip appears on hover, on focus and on the
 * first touch; a second touch opens the run. Arrow keys move the focus. Ticks are plain links because a list contains hundreds of them.
 */
export function RunStrip({ runs, length = 24 }: { runs: readonly Run[]; length?: number }) {
  const navigate = useNavigate();
  const [active, setActive] = useState<number | null>(null);
  const [wasTouched, setTouched] = useState(false);
  const shown = runs.slice(0, length).toReversed();
  // A refresh can shorten the list.
  const activeRun = active === null ? undefined : shown[active];
  const tabStop = active !== null && activeRun ? active : shown.length - 1;

  const indexOf = (target: EventTarget) =>
    target instanceof HTMLElement && target.dataset.index !== undefined ? Number(target.dataset.index) : null;

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    const step = steps[event.key];
    const index = indexOf(event.target);
    if (step === undefined || index === null) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(shown.length - 1, index + step));
    event.currentTarget.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  }
  function onPointerDown(event: PointerEvent): void {
    const index = indexOf(event.target);
    setTouched(event.pointerType === 'touch' && index !== active);
    setActive(index);
  }
  function onClick(event: MouseEvent): void {
    const run = shown[indexOf(event.target) ?? -1];
    if (!run || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setTouched(false);
    if (!wasTouched)
      void navigate({ to: '/executions/$executionId', params: { executionId: String(run.id) } });
  }

  return (
    <div className={classes.box}>
      <ul
        className={classes.strip}
        aria-label={schedules.recentRuns}
        onPointerOver={(event) => event.pointerType === 'mouse' && setActive(indexOf(event.target))}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
        onPointerDown={onPointerDown}
        onFocus={(event) => setActive(indexOf(event.target))}
        onBlur={() => setActive(null)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {shown.map((run, index) => (
          <li key={run.id}>
            {/* biome-ignore lint/a11y/useAnchorContent: aria-label names it; a tick has no text. */}
            <a
              href={`/executions/${run.id}`}
              className={`${classes.tick} ${classes[toneOfRun(run)]}`}
              data-index={index}
              tabIndex={index === tabStop ? 0 : -1}
              aria-label={labelOf(run)}
            ></a>
          </li>
        ))}
      </ul>
      {activeRun && (
        <Tooltip label={labelOf(activeRun)} opened position="top" withinPortal>
          <span className={classes.anchor} style={{ left: `calc(${active} * var(--step, 7px))` }} />
        </Tooltip>
      )}
    </div>
  );
}

function labelOf(run: Run): string {
  const time = formatDayAndTime(new Date(run.startedAt));
  return schedules.runTooltip(schedules.runStates[runState(run)], time, run.failedItems, run.totalItems);
}
