import { captureFields } from 'virtual:capture-fields';
import { Button } from '@mantine/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { CaptureFields } from '../../components/capture-fields/capture-fields.tsx';
import { fieldFaultsOf } from '../../components/capture-fields/field-faults.ts';
import {
  changedValues,
  mergedValues,
  mixedValue,
  type OwnValues,
} from '../../components/capture-fields/own-values.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { useFocusOnFault } from '../../components/controls/use-focus-on-fault.ts';
import { WriteButton } from '../../components/controls/write-button.tsx';
import layout from '../../components/layout/form-layout.module.css';
import { LeaveGuard } from '../../components/layout/leave-guard.tsx';
import { Notice } from '../../components/layout/notice.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import { CapturePreview } from '../../viewer/capture-preview.tsx';
import { PageTags } from './page-tags.tsx';
import { previewRequest, valuesOfPage, valuesOfSchedule } from './page-values.ts';
import { ChangedMeanwhile, type ShownPages, savePages } from './save-pages.ts';

const { pageSettings, form } = texts.schedules;
const fields = [...captureFields, { name: 'tags', place: 'setting' as const }];

type PageSettingsFormProps = {
  /** Only the values from the first render are used. */
  pages: ShownPages;
  onSaved: () => Promise<void>;
  /** Shows the form with the current values. */
  onReload: () => Promise<void>;
};

/** Edits the values that one or more pages set: settings, options, tags and comparison. Only changed values are sent. */
export function PageSettingsForm({ pages, onSaved, onReload }: PageSettingsFormProps) {
  const [shown] = useState(pages);
  const { schedule, items, comparison } = shown;
  const [before] = useState(() => mergedValues(items.map((item) => valuesOfPage(item, comparison))));
  const [own, setOwn] = useState<OwnValues>(before);
  const [failure, setFailure] = useState<{ error: unknown; prefix: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSaved = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const above = useMemo(() => valuesOfSchedule(schedule), [schedule]);
  const { errors, faults, others } = useMemo(() => {
    const errors = problemOf(failure?.error)?.errors ?? [];
    return { errors, ...fieldFaultsOf(fields, errors, failure?.prefix) };
  }, [failure]);
  useFocusOnFault(element, failure);
  const [first] = items as [(typeof items)[number]];
  const changes = changedValues(before, own);
  const isMany = comparison === null;
  const isChanged = Object.keys(changes).length > 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await savePages(shown, changes);
      isSaved.current = true;
      await onSaved();
    } catch (error) {
      setFailure({ error, prefix: isMany ? '/changes' : '' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={element} className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard hasChanges={() => !isSaved.current && isChanged} />
      <div className={layout.fields}>
        {failure?.error instanceof ChangedMeanwhile ? (
          <Notice
            title={pageSettings.changedMeanwhile}
            action={
              <Button variant="default" onClick={() => void onReload()}>
                {pageSettings.reload}
              </Button>
            }
          >
            <p>{pageSettings.changedMeanwhileHint}</p>
          </Notice>
        ) : (
          failure && (errors.length === 0 || others.length > 0) && <ProblemNotice error={failure.error} />
        )}
        <PageTags
          initial={before.tags === mixedValue ? null : ((before.tags ?? []) as string[])}
          faults={faults}
          onChange={(tags) => setOwn((values) => ({ ...values, tags: tags ?? mixedValue }))}
        />
        <CaptureFields
          level="page"
          // A page is always compared in the same way as the other pages in its schedule.
          has={({ name, place }) => name !== 'mode' && (place !== 'comparison' || !isMany)}
          own={own}
          above={above}
          faults={faults}
          onChange={(changed) => setOwn((values) => ({ ...values, ...changed }))}
          {...(!isMany && { more: { compare: <RegionsLink scheduleId={schedule.id} itemId={first.id} /> } })}
        />
        {isMany && <p className={layout.note}>{pageSettings.comparedOneByOne}</p>}
      </div>
      <aside className={layout.side}>
        <CapturePreview
          label={isMany ? form.preview : pageSettings.preview}
          request={previewRequest(first.url, { ...valuesOfPage(first, comparison), ...changes }, above)}
          opensFullSize
          onRefused={(error) => setFailure({ error, prefix: '' })}
        />
      </aside>
      <div className={layout.submit}>
        {isMany && <span>{pageSettings.savesChanges(items.length, formatNumber(items.length))}</span>}
        <WriteButton type="submit" size="sm" loading={isBusy} disabled={!isChanged}>
          {form.save}
        </WriteButton>
      </div>
    </form>
  );
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
