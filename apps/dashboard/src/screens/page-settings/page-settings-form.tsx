import { captureFields } from 'virtual:capture-fields';
import type { CaptureRequest, ItemComparison, Schedule, ScheduleItem } from '@shotclock/client';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { CaptureFields } from '../../components/capture-fields/capture-fields.tsx';
import { fieldFaultsOf } from '../../components/capture-fields/field-faults.ts';
import {
  bodyOf,
  changedValues,
  commonValues,
  type OwnValues,
  ownValuesOf,
} from '../../components/capture-fields/own-values.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { useFocusOnFault } from '../../components/controls/use-focus-on-fault.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { LeaveGuard } from '../../components/layout/leave-guard.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import { CapturePreview } from '../../viewer/capture-preview.tsx';
import classes from './page-settings.module.css';

const { pageSettings, form } = texts.schedules;

type PageSettingsFormProps = {
  schedule: Schedule;
  /** The pages to edit, at least one, with their options. */
  items: readonly ScheduleItem[];
  /** Whether these are all pages of the schedule, including those that are added while the form is open. */
  isAll: boolean;
  /** Null for several pages: they have no common comparison values. */
  comparison: ItemComparison | null;
  onSaved: () => Promise<void>;
};

/** Edits the values that one or more pages set: settings, options and comparison. Only changed values are sent. */
export function PageSettingsForm({ schedule, items, isAll, comparison, onSaved }: PageSettingsFormProps) {
  const [before] = useState(() => commonValues(items.map((item) => valuesOfPage(item, comparison))));
  const [own, setOwn] = useState<OwnValues>(before);
  const [first] = items as [ScheduleItem];
  const [failure, setFailure] = useState<{ error: unknown; prefix: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSaved = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const above = useMemo(() => valuesOfSchedule(schedule), [schedule]);
  const { errors, faults, others } = useMemo(() => {
    const errors = problemOf(failure?.error)?.errors ?? [];
    return { errors, ...fieldFaultsOf(captureFields, errors, failure?.prefix) };
  }, [failure]);
  useFocusOnFault(element, failure);
  const changes = changedValues(before, own);
  const isMany = comparison === null;
  const isChanged = Object.keys(changes).length > 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await save(schedule.id, isAll ? null : items.map(({ id }) => id), changes);
      isSaved.current = true;
      await onSaved();
    } catch (error) {
      setFailure({ error, prefix: isMany ? '/changes' : '' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={element} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard hasChanges={() => !isSaved.current && isChanged} />
      <div className={classes.fields}>
        {failure && (errors.length === 0 || others.length > 0) && <ProblemNotice error={failure.error} />}
        <CaptureFields
          level="page"
          // A page is always compared in the same way as the other pages of its schedule.
          has={({ name, place }) => name !== 'mode' && (place !== 'comparison' || !isMany)}
          own={own}
          above={above}
          faults={faults}
          onChange={(changed) => setOwn((values) => ({ ...values, ...changed }))}
          {...(!isMany && { more: { compare: <RegionsLink scheduleId={schedule.id} itemId={first.id} /> } })}
        />
      </div>
      <aside className={classes.side}>
        <CapturePreview
          label={isMany ? pageSettings.previewFirst : pageSettings.preview}
          request={previewRequest(first.url, above, { ...valuesOfPage(first, comparison), ...changes })}
          opensFullSize
          onRefused={(error) => setFailure({ error, prefix: '' })}
        />
      </aside>
      <div className={classes.submit}>
        {isMany && <span>{pageSettings.savesChanges(items.length, formatNumber(items.length))}</span>}
        <WriteButton type="submit" size="sm" loading={isBusy} disabled={!isChanged}>
          {form.save}
        </WriteButton>
      </div>
    </form>
  );
}

/** The request that captures the page as its schedule would after saving. */
function previewRequest(url: string, above: OwnValues, own: OwnValues): CaptureRequest {
  const used = { ...changedValues({}, above), ...changedValues({}, own) };
  const { settings, options } = bodyOf(captureFields, used);
  return { url, ...settings, ...(options && { options }) };
}

/** The values that the schedule sets for its pages. */
const valuesOfSchedule = ({ policy }: Schedule): OwnValues =>
  ownValuesOf(captureFields, { options: policy?.options, comparison: policy?.comparison }, ['comparison']);

const valuesOfPage = (item: ScheduleItem, comparison: ItemComparison | null): OwnValues =>
  ownValuesOf(captureFields, { setting: item, options: item.options, comparison: comparison?.own }, [
    'setting',
  ]);

/**
 * Sends changed values. Settings and options are one request, the comparison of a page is another one.
 * @param itemIds null for all pages of the schedule
 */
async function save(
  scheduleId: number,
  itemIds: readonly number[] | null,
  changes: OwnValues,
): Promise<void> {
  const { settings, options, comparison } = bodyOf(captureFields, changes);
  const body = { ...settings, ...(options && { options }) };
  const hasBody = Object.keys(body).length > 0;
  const [itemId] = itemIds ?? [];
  if (itemIds === null) return void (await client.items.updateMany(scheduleId, { all: true }, body));
  if (itemIds.length > 1)
    return void (await client.items.updateMany(scheduleId, { ids: [...itemIds] }, body));
  if (hasBody) await client.items.update(scheduleId, itemId!, body);
  if (comparison) await client.items.updateComparison(scheduleId, itemId!, comparison);
}

function RegionsLink({ scheduleId, itemId }: { scheduleId: number; itemId: number }) {
  return (
    <LinkButton
      variant="default"
      size="compact-sm"
      to="/schedules/$scheduleId/items/$itemId"
      params={{ scheduleId: String(scheduleId), itemId: String(itemId) }}
    >
      {pageSettings.drawRegions}
    </LinkButton>
  );
}
