import { Skeleton, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { WriteButton } from '../../components/controls/write-button.tsx';
import layout from '../../components/layout/form-layout.module.css';
import { LeaveGuard } from '../../components/layout/leave-guard.tsx';
import { texts } from '../../texts/texts.ts';
import { BehaviorFields } from './behavior-fields.tsx';
import { type Draft, previewOf, type SetDraft } from './draft.ts';
import { NextRunsPreview } from './next-runs-preview.tsx';
import { hintsOf, type PagesOfSchedule } from './page-hints.ts';
import { PagesField } from './pages-field.tsx';
import { parsePages } from './parse-pages.ts';
import { SaveNotice } from './save-notice.tsx';
import { fault, PartlySaved } from './save-schedule.ts';
import classes from './schedule-form.module.css';
import { TimingFields } from './timing-fields.tsx';
import { type OnSave, useSave } from './use-save.ts';

const CapturePreview = lazy(async () => ({
  default: (await import('../../viewer/capture-preview.tsx')).CapturePreview,
}));
const PageHintList = lazy(async () => ({ default: (await import('./page-hint-list.tsx')).PageHintList }));
const CommonFields = lazy(async () => ({ default: (await import('./common-fields.tsx')).CommonFields }));

const { form } = texts.schedules;
const noPages: PagesOfSchedule = { items: [], removed: [] };

type ScheduleFormProps = {
  initial: Draft;
  submitLabel: string;
  /** Whether at least one page is required. */
  needsPages: boolean;
  /** The current pages in the schedule. */
  existing?: (draft: Draft, set: SetDraft) => ReactNode;
  ofSchedule?: PagesOfSchedule;
  onSave: OnSave;
  onSaved: (scheduleId: number) => Promise<void>;
};

/** Creates or changes a schedule. Validation errors from the API appear next to the fields that they concern. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { submitLabel, needsPages, existing, ofSchedule = noPages, onSave, onSaved } = props;
  // Events refetch the schedule, but the form keeps its initial data.
  const [initial] = useState(props.initial);
  const [draft, setDraft] = useState(initial);
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const { save, refuse, faults, error, isBusy, added } = useSave(element, onSave);
  const set: SetDraft = (field, value) => setDraft((before) => ({ ...before, [field]: value }));
  const parsed = useMemo(() => parsePages(draft.pages), [draft.pages]);
  const { pages } = parsed;
  const hints = hintsOf(pages, draft, ofSchedule);
  const { fields } = faults;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (needsPages && !(error instanceof PartlySaved) && pages.length + parsed.invalid.length === 0)
      return refuse(
        [
          ...(draft.name.trim() === '' ? [fault('/name', form.nameMissing)] : []),
          fault('/items', form.pagesInvalid),
        ],
        draft.type,
      );
    const result = await save(initial, draft, parsed, draft.restores ? hints.restorable : []);
    if (Array.isArray(result)) set('pages', result.map(({ url }) => url).join('\n'));
    if (typeof result !== 'number') return;
    isSaved.current = true;
    await onSaved(result);
  }

  return (
    <form ref={element} className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard hasChanges={() => !isSaved.current && JSON.stringify(draft) !== JSON.stringify(initial)} />
      <div className={layout.fields}>
        <SaveNotice error={error} faults={faults} left={pages.length} />
        <Section title={form.basics}>
          <TextInput
            label={form.name}
            placeholder={form.namePlaceholder}
            value={draft.name}
            onChange={(event) => set('name', event.currentTarget.value)}
            error={fields.get('/name')}
            required
            data-autofocus
          />
          <Textarea
            label={form.description}
            value={draft.description}
            onChange={(event) => set('description', event.currentTarget.value)}
            error={fields.get('/description')}
            rows={2}
          />
          <TextInput
            label={form.tags}
            description={form.tagsHint}
            value={draft.tags}
            onChange={(event) => set('tags', event.currentTarget.value)}
            error={fields.get('/tags')}
          />
        </Section>

        <Section title={form.pages}>
          {existing?.(draft, set)}
          <PagesField
            label={needsPages ? form.pages : texts.schedules.addPages}
            value={draft.pages}
            onChange={(text) => set('pages', text)}
            parsed={parsed}
            isRequired={needsPages}
            error={fields.get('/items')}
            faults={faults.pages}
          />
          <Suspense>
            <PageHintList {...{ hints, draft, set }} />
          </Suspense>
        </Section>

        <Section title={form.when}>
          <TimingFields draft={draft} set={set} setDraft={setDraft} messages={fields} />
        </Section>

        <section className={classes.common} aria-labelledby="common">
          <h2 id="common">{form.common}</h2>
          <p className={classes.words}>{form.commonHint}</p>
          <Suspense fallback={<Skeleton height={240} />}>
            <CommonFields draft={draft} setDraft={setDraft} faults={faults.commonFaults} />
          </Suspense>
        </section>

        <Section title={form.behavior}>
          <BehaviorFields draft={draft} set={set} messages={fields} />
        </Section>
      </div>
      <aside className={layout.side}>
        <NextRunsPreview draft={draft} />
        {(needsPages || pages[0]) && (
          <Suspense fallback={<Skeleton height={30} />}>
            <CapturePreview label={form.preview} request={pages[0] ? previewOf(draft, pages[0].url) : null} />
          </Suspense>
        )}
      </aside>
      <div className={layout.submit}>
        <span role="status">{added !== null && form.adding(added, pages.length)}</span>
        <WriteButton type="submit" size="sm" loading={isBusy}>
          {submitLabel}
        </WriteButton>
      </div>
    </form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
