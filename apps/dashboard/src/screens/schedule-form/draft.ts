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
  UpdateSchedule,
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
  detectChanges: boolean;
  overlap: Overlap;
  missedRuns: MissedRuns;
  autoPauseAfterFailures: number | '';
  retentionDays: number | '';
} & CommonValues;

/** The schedule's settings for its pages: settings, options, and how they are compared. Missing values have their defaults. */
type CommonValues = { defaults: OwnValues; options: OwnValues; comparison: OwnValues };

export type SetDraft = <Field extends keyof Draft>(field: Field, value: Draft[Field]) => void;

/** The values that the dashboard suggests for new schedules. The API's own defaults leave pages as they are. */
const suggestedValues: CommonValues = {
  defaults: { width: 1_280, height: 800, fullPage: true, extractText: true },
  options: { cookieBanners: 'reject' },
  comparison: {},
};
const noValues: CommonValues = { defaults: {}, options: {}, comparison: {} };
const places = ['defaults', 'options', 'comparison'] as const;

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
  detectChanges: false,
  overlap: 'skip',
  missedRuns: 'run_once',
  autoPauseAfterFailures: '',
  retentionDays: '',
  ...suggestedValues,
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
      defaults: policy.defaults ?? {},
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

/** The changes to the schedule's settings for its pages. Null removes a value. */
export const changedCommonValues = (before: CommonValues, after: CommonValues): Partial<CommonValues> =>
  Object.fromEntries(
    places
      .map((place) => [place, changedValues(before[place], after[place])] as const)
      .filter(([, changes]) => Object.keys(changes).length > 0),
  );

/** The request that captures a page as the schedule would. */
export function previewOf(draft: Draft, url: string): CaptureRequest {
  const { defaults, options } = changedCommonValues(noValues, draft);
  return { url, ...defaults, ...(options && { options }) };
}

/** The request that creates the schedule with its first pages. */
export const createRequest = (draft: Draft, urls: readonly string[]): CreateSchedule => ({
  name: draft.name,
  description: draft.description === '' ? null : draft.description,
  tags: tagsOf(draft.tags),
  schedule: timingOf(draft),
  policy: { ...policyOf(draft), ...changedCommonValues(noValues, draft) },
  items: urls.map((url) => ({ url })),
});

/**
 * The request that applies the differences between two drafts; null if they are equal. Other values stay unchanged, including those that the form does
 * not show or shows less precisely, such as the seconds of a time.
 */
export function updateRequest(before: Draft, after: Draft): UpdateSchedule | null {
  const schedule =
    before.type === after.type ? changesOf(shownTiming(before), shownTiming(after)) : timingOf(after);
  const policy = { ...changesOf(policyOf(before), policyOf(after)), ...changedCommonValues(before, after) };
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
