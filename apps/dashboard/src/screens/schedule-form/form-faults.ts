import type { FieldError, ScheduleType } from '@shotclock/client';
import { type FieldFaults, fieldFaultsOf } from '../../components/capture-fields/field-faults.ts';
import { texts } from '../../texts/texts.ts';
import type { PageLine } from './parse-pages.ts';

const { form } = texts.schedules;

/** An error in one page. */
export type PageFault = PageLine & { message: string };

/** The form's errors by their position. */
export type FormFaults = {
  /** By the JSON Pointer of the field. `/items` is the list of pages. */
  fields: ReadonlyMap<string, string>;
  pages: readonly PageFault[];
  /** In the schedule's settings for its pages. */
  commonFaults: FieldFaults;
  /** Errors in fields that the form does not show. */
  others: readonly string[];
};

export const noFaults: FormFaults = { fields: new Map(), pages: [], commonFaults: new Map(), others: [] };

const alwaysShown = [
  '/name',
  '/description',
  '/tags',
  '/items',
  '/policy/autoPauseAfterFailures',
  '/policy/retentionDays',
];
const shownByType: Record<ScheduleType, readonly string[]> = {
  CRON: ['/schedule/cronExpression', '/policy/timezone'],
  INTERVAL: ['/schedule/intervalValue', '/schedule/firstRunAt', '/policy/timezone'],
  ONCE: ['/schedule/firstRunAt'],
};

/**
 * Assigns the errors in a request to fields and lines.
 * @param pages the pages of the form. `/items/3/url` refers to the fourth page.
 */
export function faultsOf(
  errors: readonly FieldError[],
  pages: readonly PageLine[],
  type: ScheduleType,
): FormFaults {
  const fields = new Map<string, string>();
  const ofPages = new Map<number, PageFault>();
  const { faults: commonFaults, others: remaining } = fieldFaultsOf(null, errors, '/policy');
  const others: string[] = [];
  const shown = new Set([...alwaysShown, ...shownByType[type]]);
  for (const error of remaining) {
    const message = error.code === 'required' ? form.required : capitalize(error.message);
    const [, index] = /^\/items\/(\d+)/.exec(error.path) ?? [];
    const page = index === undefined ? undefined : pages[Number(index)];
    const path = error.path.replace(/^\/tags.*/, '/tags');
    if (shown.has(path)) {
      if (!fields.has(path)) fields.set(path, message);
    } else if (page) {
      if (!ofPages.has(Number(index))) ofPages.set(Number(index), { ...page, message });
    } else others.push(`${path.slice(1).replaceAll('/', '.')}: ${error.message}`);
  }
  const byLine = [...ofPages.values()].sort((one, other) => one.line - other.line);
  return { fields, pages: byLine, commonFaults, others };
}

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
