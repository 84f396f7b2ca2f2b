import type {
  CaptureRequest,
  CreateSchedule,
  IntervalUnit,
  MissedRuns,
  Overlap,
  PolicyRequest,
  Schedule,
  ScheduleType,
  TimingRequest,
  WaitUntil,
} from '@shotclock/client';

/** What the form holds. Fields of other types of timing keep their values while the type changes. */
export type Draft = {
  name: string;
  description: string;
  type: ScheduleType;
  /** Local time of the viewer, as in inputs: 2026-11-23T09:00. Empty for now. */
  firstRunAt: string;
  intervalValue: number | '';
  intervalUnit: IntervalUnit;
  cronExpression: string;
  timezone: string;
  pages: string;
  width: number | '';
  height: number | '';
  fullPage: boolean;
  extractText: boolean;
  extractHtml: boolean;
  waitUntil: WaitUntil;
  detectChanges: boolean;
  overlap: Overlap;
  missedRuns: MissedRuns;
  autoPauseAfterFailures: number | '';
  retentionDays: number | '';
};

export type SetDraft = <Field extends keyof Draft>(field: Field, value: Draft[Field]) => void;

export const newDraft = (): Draft => ({
  name: '',
  description: '',
  type: 'CRON',
  firstRunAt: '',
  intervalValue: 1,
  intervalUnit: 'HOURS',
  cronExpression: '0 9 * * *',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  pages: '',
  width: 1_280,
  height: 800,
  fullPage: true,
  extractText: true,
  extractHtml: false,
  waitUntil: 'page_loaded',
  detectChanges: false,
  overlap: 'skip',
  missedRuns: 'run_once',
  autoPauseAfterFailures: '',
  retentionDays: '',
});

export function draftOf({ name, description, schedule, policy }: Schedule): Draft {
  const empty = newDraft();
  return {
    ...empty,
    name,
    description: description ?? '',
    type: schedule.type,
    firstRunAt: schedule.firstRunAt ? localTime(new Date(schedule.firstRunAt)) : '',
    intervalValue: schedule.intervalValue ?? empty.intervalValue,
    intervalUnit: schedule.intervalUnit ?? empty.intervalUnit,
    cronExpression: schedule.cronExpression ?? empty.cronExpression,
    ...(policy && {
      timezone: policy.timezone,
      detectChanges: policy.detectChanges,
      overlap: policy.overlap,
      missedRuns: policy.missedRuns,
      autoPauseAfterFailures: policy.autoPauseAfterFailures ?? '',
      retentionDays: policy.retentionDays ?? '',
    }),
  };
}

/** A time as inputs need it, in the zone of the viewer. */
function localTime(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function timingOf(draft: Draft): TimingRequest {
  const { type, firstRunAt, intervalValue, intervalUnit, cronExpression } = draft;
  const first = firstRunAt === '' ? {} : { firstRunAt: new Date(firstRunAt).toISOString() };
  if (type === 'ONCE') return { type, ...first };
  if (type === 'CRON') return { type, cronExpression };
  return { type, ...first, intervalUnit, ...(intervalValue !== '' && { intervalValue }) };
}

export function policyOf(draft: Draft): PolicyRequest {
  const { timezone, detectChanges, overlap, missedRuns, autoPauseAfterFailures, retentionDays } = draft;
  return {
    timezone,
    detectChanges,
    overlap,
    missedRuns,
    autoPauseAfterFailures: autoPauseAfterFailures === '' ? null : autoPauseAfterFailures,
    retentionDays: retentionDays === '' ? null : retentionDays,
  };
}

/** The settings of the pages that the form adds. */
export function captureOf(draft: Draft, url: string): CaptureRequest {
  const { width, height, fullPage, extractText, extractHtml, waitUntil } = draft;
  return {
    url,
    ...(width !== '' && { width }),
    ...(height !== '' && { height }),
    fullPage,
    extractText,
    extractHtml,
    waitUntil,
  };
}

/** The request that creates the schedule with its first pages. */
export const createRequest = (draft: Draft, urls: readonly string[]): CreateSchedule => ({
  name: draft.name,
  description: draft.description === '' ? null : draft.description,
  schedule: timingOf(draft),
  policy: policyOf(draft),
  items: urls.map((url) => captureOf(draft, url)),
});
