import type { Schedule, ScheduleItem } from '@shotclock/client';
import { defaultAccountId } from '@shotclock/db';
import type { Version } from './capture-versions.ts';
import { type PlannedCapture, type PlannedSchedule, plannedCaptures } from './plan-history.ts';
import type { StoredVersion } from './store-versions.ts';

export type Row = Record<string, string | number | boolean | object | null | undefined>;
/** The rows of each table, ordered so that no row references a later one. */
export type Rows = Record<
  'schedule_executions' | 'screenshots' | 'page_records' | 'content_checks' | 'wallet_entries',
  Row[]
>;
type Planned = { schedule: Schedule; plan: PlannedSchedule };
type Captured = { id: number; item: ScheduleItem; capture: PlannedCapture; version: StoredVersion };

const account_id = defaultAccountId;
const openingBalance = 5_000;
const price = 1;
const iso = (at: number) => new Date(at).toISOString();

/** The records of all of the schedules' runs. IDs start at 1 and are in chronological order. */
export function recordRows(
  planned: readonly Planned[],
  stored: (capture: PlannedCapture) => StoredVersion,
): Rows {
  const runs = planned.flatMap(({ schedule, plan }) => {
    const series = plan.items.map((item, place) => plannedCaptures(item, place, plan.runs));
    return plan.runs.map((at, n) => ({ at, schedule, captures: series.map((captures) => captures[n]!) }));
  });
  const rows: Rows = {
    schedule_executions: [],
    screenshots: [],
    page_records: [],
    content_checks: [],
    wallet_entries: [openingEntry(runs)],
  };
  /** The last successful screenshot of each item. */
  const baselines = new Map<number, number>();
  for (const { at, schedule, captures } of runs.sort((one, other) => one.at - other.at)) {
    const executionId = rows.schedule_executions.length + 1;
    rows.schedule_executions.push(executionRow(executionId, schedule.id, at, captures));
    for (const [place, capture] of captures.entries()) {
      const captured = {
        id: rows.screenshots.length + 1,
        item: schedule.items[place]!,
        capture,
        version: stored(capture),
      };
      rows.screenshots.push(screenshotRow(captured, executionId, at));
      if (capture.failed) continue;
      rows.page_records.push({ screenshot_id: captured.id, account_id, page: pageRecord(captured) });
      if (capture.unavailable) continue;
      const checkId = rows.content_checks.length + 1;
      rows.content_checks.push(checkRow(checkId, captured, baselines.get(captured.item.id) ?? null));
      rows.wallet_entries.push(debitRow(checkId, captured));
      baselines.set(captured.item.id, captured.id);
    }
  }
  return rows;
}

function executionRow(id: number, schedule_id: number, at: number, captures: readonly PlannedCapture[]): Row {
  const failed_items = captures.filter(({ failed }) => failed).length;
  return {
    ...{ id, account_id, schedule_id, scheduled_for: iso(at), trigger: 'SCHEDULE', status: 'COMPLETED' },
    ...{ total_items: captures.length, successful_items: captures.length - failed_items, failed_items },
    ...{
      started_at: iso(at),
      created_at: iso(at),
      completed_at: iso(Math.max(...captures.map((capture) => capture.at))),
    },
  };
}

function screenshotRow(
  { id, item, capture, version }: Captured,
  execution_id: number,
  startedAt: number,
): Row {
  const { image, text, html, bytes } = version;
  const { verdict, httpStatus: http_status } = pageRecord({ item, capture, version });
  const result = capture.failed
    ? {
        ...{ status: 'FAILED', description: 'The page did not load within 30 s.', failure_code: 'timed_out' },
        ...{ image, bytes: 0 },
      }
    : { ...{ status: 'SUCCESS', image, text, html, bytes }, verdict: verdict!.kind, http_status };
  return {
    ...{ id, account_id, execution_id, item_id: item.id, source: 'SCHEDULED_SCREENSHOT', url: item.url },
    ...{ width: item.width, height: item.height, full_page: false, format: 'png', response_type: 'json' },
    ...{ extract_html: true, extract_text: true, attempt: 1, processing_time_ms: capture.durationMs },
    ...{ created_at: iso(startedAt), started_at: iso(startedAt), captured_at: iso(capture.at) },
    ...result,
  };
}

function pageRecord({ item, capture, version: { record } }: Omit<Captured, 'id'>): Version['record'] {
  const stepMs = { navigate: capture.durationMs - 200, screenshot: 200 };
  const seen = { ...record, url: item.url, redirects: [], stepMs };
  if (!capture.unavailable) return seen;
  const verdict = {
    kind: 'http_error',
    certainty: 'certain',
    vendor: null,
    evidence: ['http_status'],
  } as const;
  return { ...seen, httpStatus: 503, verdict: { ...verdict, evidence: [...verdict.evidence] } };
}

function checkRow(
  id: number,
  { id: screenshot_id, item, capture, version }: Captured,
  baseline: number | null,
): Row {
  const { changed } = capture;
  return {
    ...{
      id,
      account_id,
      screenshot_id,
      item_id: item.id,
      url: item.url,
      target: `item ${item.id}`,
      status: 'SUCCESS',
    },
    ...{
      comparison: {
        mode: 'visual',
        threshold: 0,
        ignoredSelectors: [],
        ignoredRegions: [],
        compare: 'content',
        confirm: true,
        recent: 0,
      },
      masks: [],
    },
    ...{
      baseline_screenshot_id: baseline,
      changed,
      ratio: changed ? version.ratio : 0,
      diff: changed ? version.diff : null,
    },
    ...{ subject: version.image, price, created_at: iso(capture.at), completed_at: iso(capture.at) },
  };
}

const entry = { account_id, status: 'SUCCESS' };

const openingEntry = ([first]: readonly { at: number }[]): Row => ({
  ...entry,
  ...{ transaction_type: 'CREDIT', reference_type: 'OPENING', reference_id: String(account_id) },
  ...{ id: 1, amount: openingBalance, balance_before: 0, balance_after: openingBalance },
  ...{ description: 'Opening balance', created_at: iso(first!.at) },
});

/** The wallet entry of a check. All earlier checks have also been charged. */
function debitRow(checkId: number, { item, capture }: Captured): Row {
  const before = openingBalance - (checkId - 1) * price;
  return {
    ...entry,
    ...{ transaction_type: 'DEBIT', reference_type: 'CONTENT_CHANGE', reference_id: String(checkId) },
    ...{ id: checkId + 1, amount: price, balance_before: before, balance_after: before - price },
    ...{ description: `Content-change check of ${item.url}`, created_at: iso(capture.at) },
  };
}
