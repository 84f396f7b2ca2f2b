import type { CaptureOptions, CreateSchedule } from '@shotclock/client';
import { type PageName, pages } from './pages.ts';
import { stoppedAt } from './stopped-clock.ts';

type PlannedItem = {
  url: string;
  options?: CaptureOptions;
  page: PageName;
  /** Number of consecutive runs that capture the same version of the page. */
  runsPerVersion: number;
  /** Whether the capture in run `n` fails. Run 0 is the newest. */
  fails(n: number): boolean;
  /** Whether the page responds with an error in run `n`. */
  isUnavailable?(n: number): boolean;
};
export type PlannedSchedule = {
  body: Omit<CreateSchedule, 'items'>;
  isPaused: boolean;
  items: PlannedItem[];
  /** The times of the runs in milliseconds since 1970, oldest first. */
  runs: number[];
};
export type PlannedCapture = {
  at: number;
  durationMs: number;
  page: PageName;
  version: number;
  failed: boolean;
  unavailable: boolean;
  changed: boolean;
};

const minute = 60_000;
const hour = 60 * minute;
const days = 30;

/** The start times of the half hours in the last 30 days for which `isDue` returns true. */
function timesWhen(isDue: (time: Date) => boolean): number[] {
  const last = Math.floor(stoppedAt / (hour / 2)) * (hour / 2);
  const times = Array.from({ length: days * 48 }, (_, n) => last - n * (hour / 2)).reverse();
  return times.filter((at) => isDue(new Date(at)));
}

const never = () => false;
const isWeekday = (time: Date) => time.getUTCDay() % 6 !== 0;

/** What the demonstration contains: schedules with 30 days of runs. */
export const plannedSchedules: PlannedSchedule[] = [
  {
    body: {
      name: 'Shop front',
      description: 'What customers in France see. Changes are recorded.',
      schedule: { type: 'CRON', cronExpression: '*/30 8-18 * * 1-5' },
      policy: { timezone: 'Europe/Paris', detectChanges: true },
    },
    isPaused: false,
    items: [
      { url: 'https://fjord.example/', page: 'shop', runsPerVersion: 53, fails: (n) => n % 71 === 40 },
      { url: 'https://fjord.example/news', page: 'release', runsPerVersion: 120, fails: never },
    ],
    // 8:00 in Paris is 6:00 UTC in summer.
    runs: timesWhen((time) => isWeekday(time) && time.getUTCHours() >= 6 && time.getUTCHours() <= 16),
  },
  {
    body: {
      name: 'Prices of competitors',
      schedule: { type: 'CRON', cronExpression: '0 */2 * * *' },
      policy: { timezone: 'UTC', detectChanges: true, options: { blockTrackers: true, scroll: 'always' } },
    },
    isPaused: false,
    items: [
      {
        url: 'https://ledgerly.example/prices',
        options: { scroll: 'never', hide: ['.chat', '#newsletter'] },
        page: 'prices',
        runsPerVersion: 61,
        fails: never,
      },
      {
        url: 'https://tally.example/pricing',
        page: 'prices',
        runsPerVersion: 400,
        fails: (n) => n % 50 === 9,
        isUnavailable: (n) => n < 3,
      },
    ],
    runs: timesWhen((time) => time.getUTCHours() % 2 === 0 && time.getUTCMinutes() === 0),
  },
  {
    body: {
      name: 'Release notes',
      schedule: { type: 'CRON', cronExpression: '0 6 * * *' },
      policy: { timezone: 'Europe/Oslo', detectChanges: true },
    },
    isPaused: false,
    items: [{ url: 'https://ledgerly.example/releases', page: 'release', runsPerVersion: 11, fails: never }],
    runs: timesWhen((time) => time.getUTCHours() === 4 && time.getUTCMinutes() === 0),
  },
  {
    body: {
      name: 'Annual report',
      schedule: { type: 'CRON', cronExpression: '0 12 1 * *' },
      policy: { timezone: 'Europe/Lisbon' },
    },
    isPaused: true,
    items: [{ url: 'https://fjord.example/report', page: 'release', runsPerVersion: 1, fails: never }],
    runs: [],
  },
];

/** The captures of an item, one for each run of its schedule. */
export function plannedCaptures(item: PlannedItem, place: number, runs: readonly number[]): PlannedCapture[] {
  let shown: number | null = null;
  return runs.map((run, n) => {
    const failed = item.fails(runs.length - 1 - n);
    const unavailable = item.isUnavailable?.(runs.length - 1 - n) ?? false;
    const durationMs = failed ? 30_000 : 900 + place * 350 + (n % 7) * 110;
    const capture = { at: run + durationMs + 40, durationMs, failed, unavailable };
    if (unavailable) return { ...capture, page: 'unavailable', version: 0, changed: false };
    const version = Math.floor(n / item.runsPerVersion) % pages[item.page];
    const changed = !failed && shown !== null && shown !== version;
    if (!failed) shown = version;
    return { ...capture, page: item.page, version, changed };
  });
}
