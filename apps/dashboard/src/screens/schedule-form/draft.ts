import type {
  CaptureOptions,
  CaptureRequest,
  CreateSchedule,
  IntervalUnit,
  MissedRuns,
  Overlap,
  PolicyRequest,
  Schedule,
  ScheduleType,
  TimingRequest,
  UpdateSchedule,
  WaitUntil,
} from '@shotclock/client';
import { changedValues, type OwnValues } from '../../components/capture-fields/own-values.ts';
import { tagsOf } from '../../components/text/tags.ts';

/** The values of the form. The fields of one timing type keep their values while another type is selected. */
export type Draft = {
  name: string;
  description: string;
  /** Separated by commas. */
  tags: string;
  type: ScheduleType;
  /** Time in the viewer's time zone, in the form 2026-11-23T09:00. An empty value means now. */
  firstRunAt: string;
  intervalValue: number | '';
  intervalUnit: IntervalUnit;
  cronExpression: string;
  /** Hidden fields that the preview needs: the earliest run of a CRON schedule, and the end of any schedule. */
  cronStart: string | null;
  endsAt: string | null;
  timezone: string;
  /** The text of the field for pages to add. */
  pages: string;
  /** Whether to restore removed pages that the user re-enters. */
  restores: boolean;
  /** IDs of the items to remove. */
  removedItems: readonly number[];
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
  /** The options that the schedule sets for its pages, and how it compares them. Without null, missing values have their defaults. */
  options: OwnValues;
  comparison: OwnValues;
};

export type SetDraft = <Field extends keyof Draft>(field: Field, value: Draft[Field]) => void;

/** The options that the dashboard suggests for new pages. The API's own defaults leave pages as they are. */
const suggestedOptions: CaptureOptions = { cookieBanners: 'reject' };
type Values = Pick<Draft, 'options' | 'comparison'>;
const noValues: Values = { options: {}, comparison: {} };

export const newDraft = (): Draft => ({
  name: '',
  description: '',
  tags: '',
  type: 'CRON',
  firstRunAt: '',
  intervalValue: 1,
  intervalUnit: 'HOURS',
  cronExpression: '0 9 * * *',
  cronStart: null,
  endsAt: null,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  pages: '',
  restores: true,
  removedItems: [],
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
  options: suggestedOptions,
  comparison: {},
});

export function draftOf({ name, description, tags = [], schedule, policy }: Schedule): Draft {
  const empty = newDraft();
  return {
    ...empty,
    ...noValues,
    name,
    description: description ?? '',
    tags: tags.join(', '),
    type: schedule.type,
    firstRunAt:
      schedule.type !== 'CRON' && schedule.firstRunAt ? localTime(new Date(schedule.firstRunAt)) : '',
    cronStart: schedule.type === 'CRON' ? schedule.firstRunAt : null,
    intervalValue: schedule.intervalValue ?? empty.intervalValue,
    intervalUnit: schedule.intervalUnit ?? empty.intervalUnit,
    cronExpression: schedule.cronExpression ?? empty.cronExpression,
    ...(policy && {
      endsAt: policy.endsAt,
      timezone: policy.timezone,
      detectChanges: policy.detectChanges,
      overlap: policy.overlap,
      missedRuns: policy.missedRuns,
      autoPauseAfterFailures: policy.autoPauseAfterFailures ?? '',
      retentionDays: policy.retentionDays ?? '',
      options: policy.options ?? {},
      comparison: policy.comparison,
    }),
  };
}

/** Formats a time for an input, in the viewer's time zone. */
function localTime(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function timingOf(draft: Draft): TimingRequest {
  const { type, firstRunAt, intervalValue, intervalUnit, cronExpression, cronStart } = draft;
  const first = firstRunAt === '' ? {} : { firstRunAt: new Date(firstRunAt).toISOString() };
  if (type === 'ONCE') return { type, ...first };
  if (type === 'CRON') return { type, cronExpression, ...(cronStart !== null && { firstRunAt: cronStart }) };
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

/** The changed options and comparison values of the schedule. Null removes a value. */
export function changedParts(before: Values, after: Values): Pick<PolicyRequest, 'options' | 'comparison'> {
  const options = changedValues(before.options, after.options);
  const comparison = changedValues(before.comparison, after.comparison);
  return {
    ...(Object.keys(options).length > 0 && { options }),
    ...(Object.keys(comparison).length > 0 && { comparison }),
  };
}

/** The capture settings for an added page. */
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

/** The request that captures a page as the schedule would. */
export function previewOf(draft: Draft, url: string): CaptureRequest {
  const { options } = changedParts(noValues, draft);
  return { ...captureOf(draft, url), ...(options && { options }) };
}

/** The request that creates the schedule with its first pages. */
export const createRequest = (draft: Draft, urls: readonly string[]): CreateSchedule => ({
  name: draft.name,
  description: draft.description === '' ? null : draft.description,
  tags: tagsOf(draft.tags),
  schedule: timingOf(draft),
  policy: { ...policyOf(draft), ...changedParts(noValues, draft) },
  items: urls.map((url) => captureOf(draft, url)),
});

/**
 * The request that applies the differences between two drafts; null if they are equal. Other values stay unchanged, including those that the form does
 * not show or shows less precisely, such as the seconds of a time.
 */
export function updateRequest(before: Draft, after: Draft): UpdateSchedule | null {
  const schedule =
    before.type === after.type ? changesOf(shownTiming(before), shownTiming(after)) : timingOf(after);
  const policy = { ...changesOf(policyOf(before), policyOf(after)), ...changedParts(before, after) };
  const request: UpdateSchedule = {
    ...(before.name !== after.name && { name: after.name }),
    ...(before.description !== after.description && { description: after.description || null }),
    ...(before.tags !== after.tags && { tags: tagsOf(after.tags) }),
    ...(Object.keys(schedule).length > 0 && { schedule }),
    ...(Object.keys(policy).length > 0 && { policy }),
  };
  return Object.keys(request).length > 0 ? request : null;
}

/** The timing fields that the form shows for the timing type. Null removes a field. */
function shownTiming(draft: Draft): Omit<TimingRequest, 'type'> {
  const { type, cronExpression, intervalUnit } = draft;
  if (type === 'CRON') return { cronExpression };
  const firstRunAt = draft.firstRunAt === '' ? null : new Date(draft.firstRunAt).toISOString();
  if (type === 'ONCE') return { firstRunAt };
  return { firstRunAt, intervalUnit, intervalValue: draft.intervalValue === '' ? null : draft.intervalValue };
}

function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(([field, value]) => value !== before[field as keyof T]);
  return Object.fromEntries(entries) as Partial<T>;
}
