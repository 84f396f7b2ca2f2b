import type { Browser, Page } from 'playwright-core';

/** All times are in ms. */
export type Frames = {
  /** Number of frames displayed by the browser. */
  count: number;
  /** Interval between consecutive frames. */
  median: number;
  longest: number;
  /** Number of frames that took longer than 50 ms. */
  slow: number;
  /** Number of main-thread tasks longer than 50 ms. */
  longTasks: number;
  longestTask: number;
  /** CPU time of the longest main-thread task. Unlike the other figures, it hardly depends on the machine's load. */
  longestCpu: number;
};

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In µs, like `dur` and the CPU time `tdur`. */
  ts: number;
  dur?: number;
  tdur?: number;
  id2?: { local: string };
  args: { frame_reporter?: { state: string } };
};

const slowMs = 50;
const categories = ['cc', 'benchmark', 'blink.user_timing', 'disabled-by-default-devtools.timeline'];
const requestMark = 'requested-frame';
const startMark = 'started';
/** Tracing drops events for this long after it is started. */
const tracingStartMs = 1_500;

/**
 * Changes one pixel at each display refresh, so that a gap between frames always indicates a slow frame, not a pause without
 * anything to draw.
 */
const changeEveryFrame = `(() => {
  const pixel = document.body.appendChild(document.createElement('div'));
  Object.assign(pixel.style, { position: 'fixed', left: 0, top: 0, width: '1px', height: '1px' });
  const next = (time) => {
    performance.mark('${requestMark}');
    pixel.style.background = pixel.style.background === 'red' ? 'blue' : 'red';
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

/** Traces the browser while `act` runs on the page. Reload the page before the next measurement. */
export async function measureFrames(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<Frames & { trace: Buffer }> {
  await page.evaluate(changeEveryFrame);
  await browser.startTracing(page, { categories });
  await page.waitForTimeout(tracingStartMs);
  await page.evaluate(`performance.mark('${startMark}')`);
  await act();
  const trace = await browser.stopTracing();
  return { ...readFrames(JSON.parse(trace.toString()).traceEvents), trace };
}

function readFrames(events: readonly TraceEvent[]): Frames {
  const start = events.find(({ name }) => name === startMark);
  if (!start) throw new Error('The trace has no events of the page.');
  const ofPage = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts);
  const shown = shownAt(ofPage);
  const times = shown.slice(1).map((at, index) => (at - shown[index]!) / 1_000);
  const tasks = ofPage.filter(({ name, tid }) => name === 'RunTask' && tid === start.tid);
  const durations = tasks.map(({ dur = 0 }) => dur / 1_000);
  return {
    count: shown.length,
    median: times.toSorted((one, two) => one - two)[times.length >> 1] ?? 0,
    longest: Math.max(0, ...times),
    slow: times.filter((time) => time > slowMs).length,
    longTasks: durations.filter((duration) => duration > slowMs).length,
    longestTask: Math.max(0, ...durations),
    longestCpu: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000)),
  };
}

/** The times at which frames were displayed, in order. As in the developer tools, they include frames that only scroll. */
function shownAt(events: readonly TraceEvent[]): number[] {
  const begun = new Set<string | undefined>();
  const shown: number[] = [];
  for (const { name, ph, id2, ts, args } of events.toSorted((one, two) => one.ts - two.ts)) {
    if (name !== 'PipelineReporter') continue;
    if (ph === 'b' && args.frame_reporter?.state.startsWith('STATE_PRESENTED')) begun.add(id2?.local);
    if (ph === 'e' && begun.delete(id2?.local)) shown.push(ts);
  }
  return shown;
}
