import { captureFields } from 'virtual:capture-fields';
import type { CaptureRequest, ItemComparison, Schedule, ScheduleItem } from '@shotclock/client';
import {
  bodyOf,
  type OwnValues,
  ownValuesOf,
  usedValues,
} from '../../components/capture-fields/own-values.ts';

/** The values that the schedule sets for its pages. */
export const valuesOfSchedule = ({ policy }: Schedule): OwnValues =>
  ownValuesOf(
    captureFields,
    { setting: policy?.defaults, options: policy?.options, comparison: policy?.comparison },
    ['comparison'],
  );

/** A page's tags and own values, including values that equal the default. */
export function valuesOfPage(item: ScheduleItem, comparison: ItemComparison | null): OwnValues {
  const { own = [], options, tags = [] } = item;
  const setting = Object.fromEntries(own.map((name) => [name, item[name]]));
  return {
    ...ownValuesOf(captureFields, { setting, options, comparison: comparison?.own }, []),
    ...(tags.length > 0 && { tags }),
  };
}

/** The request that captures a page as its schedule would if the page had these values. */
export function previewRequest(url: string, own: OwnValues, above: OwnValues): CaptureRequest {
  const { settings, options } = bodyOf(captureFields, usedValues(captureFields, own, above));
  return { url, ...settings, ...(options && { options }) };
}
