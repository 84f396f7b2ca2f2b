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
  type OwnValues,
  ownValuesOf,
} from '../../components/capture-fields/own-values.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { useFocusOnFault } from '../../components/controls/use-focus-on-fault.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { LeaveGuard } from '../../components/layout/leave-guard.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { CapturePreview } from '../../viewer/capture-preview.tsx';
import classes from './page-settings.module.css';

const { pageSettings, form } = texts.schedules;

type PageSettingsFormProps = {
  schedule: Schedule;
  /** With its options. */
  item: ScheduleItem;
  comparison: ItemComparison;
  onSaved: () => Promise<void>;
};

/** Edits the own settings, options and comparison values of a page. Only changed values are sent. */
export function PageSettingsForm({ schedule, item, comparison, onSaved }: PageSettingsFormProps) {
  const [before] = useState(() =>
    ownValuesOf(captureFields, { setting: item, options: item.options, comparison: comparison.own }, [
      'setting',
    ]),
  );
  const [own, setOwn] = useState<OwnValues>(before);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSaved = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const above = useMemo(() => valuesOfSchedule(schedule), [schedule]);
  const { errors, faults, others } = useMemo(() => {
    const errors = problemOf(failure?.error)?.errors ?? [];
    return { errors, ...fieldFaultsOf(captureFields, errors) };
  }, [failure]);
  useFocusOnFault(element, failure);
  const changes = changedValues(before, own);
  const isChanged = Object.keys(changes).length > 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await save(schedule.id, item.id, changes);
      isSaved.current = true;
      await onSaved();
    } catch (error) {
      setFailure({ error });
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
          has={({ name }) => name !== 'mode'}
          own={own}
          above={above}
          faults={faults}
          onChange={(changed) => setOwn((values) => ({ ...values, ...changed }))}
          more={{
            compare: (
              <LinkButton
                variant="default"
                size="compact-sm"
                to="/schedules/$scheduleId/items/$itemId"
                params={{ scheduleId: String(schedule.id), itemId: String(item.id) }}
              >
                {pageSettings.drawRegions}
              </LinkButton>
            ),
          }}
        />
      </div>
      <aside className={classes.side}>
        <CapturePreview
          label={pageSettings.preview}
          request={previewRequest(item.url, above, own)}
          opensFullSize
          onRefused={(error) => setFailure({ error })}
        />
      </aside>
      <div className={classes.submit}>
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

/** Sends changed values. Settings and options are one request, the comparison is another one. */
async function save(scheduleId: number, itemId: number, changes: OwnValues): Promise<void> {
  const { settings, options, comparison } = bodyOf(captureFields, changes);
  const body = { ...settings, ...(options && { options }) };
  if (Object.keys(body).length > 0) await client.items.update(scheduleId, itemId, body);
  if (comparison) await client.items.updateComparison(scheduleId, itemId, comparison);
}
