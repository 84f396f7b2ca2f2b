import { Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { fieldMessages, problemOf } from '../../api/problem.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { WriteButton } from '../../components/write-button.tsx';
import { texts } from '../../texts/texts.ts';
import { CapturePreview } from './capture-preview.tsx';
import { captureOf, type Draft, type SetDraft } from './draft.ts';
import { NextRunsPreview } from './next-runs-preview.tsx';
import { parsePages } from './parse-pages.ts';
import classes from './schedule-form.module.css';
import { BehaviourFields, CaptureFields } from './setting-fields.tsx';
import { TimingFields } from './timing-fields.tsx';

const { form } = texts.schedules;

type ScheduleFormProps = {
  initial: Draft;
  submitLabel: string;
  /** Whether at least one page must be given. */
  needsPages: boolean;
  /** The pages that the schedule has already. */
  existing?: ReactNode;
  /** Sends the request. Throws the problem that it failed with. */
  onSubmit: (draft: Draft, urls: string[]) => Promise<void>;
};

/** Creates or changes a schedule. Faults that the API finds appear at their fields. */
export function ScheduleForm({ initial, submitLabel, needsPages, existing, onSubmit }: ScheduleFormProps) {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(false);
  const set: SetDraft = (field, value) => setDraft((before) => ({ ...before, [field]: value }));
  const { urls, skipped } = useMemo(() => parsePages(draft.pages), [draft.pages]);
  const messages = useMemo(() => fieldMessages(problem), [problem]);
  const pageFault = [...messages].find(([path]) => path.startsWith('/items') || /^\/\d+\//.test(path));
  const isMissingPages = needsPages && urls.length === 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    if (isMissingPages) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit(draft, urls);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  const pagesNote = [
    urls.length > 0 && form.pagesFound(urls.length),
    skipped.length > 0 && `${form.pagesSkipped(skipped.length)}: ${skipped.slice(0, 3).join(', ')}`,
  ];
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.fields}>
        {problem !== null && (messages.size === 0 || !problemOf(problem)) && (
          <ProblemNotice error={problem} />
        )}
        <Section title={form.basics}>
          <TextInput
            label={form.name}
            placeholder={form.namePlaceholder}
            value={draft.name}
            onChange={(event) => set('name', event.currentTarget.value)}
            error={messages.get('/name')}
            required
            data-autofocus
          />
          <Textarea
            label={form.description}
            value={draft.description}
            onChange={(event) => set('description', event.currentTarget.value)}
            error={messages.get('/description')}
            rows={2}
          />
        </Section>

        <Section title={form.pages}>
          {existing}
          <Textarea
            label={existing ? texts.schedules.addPages : form.pages}
            description={form.pagesHint}
            placeholder={form.pagesPlaceholder}
            value={draft.pages}
            onChange={(event) => set('pages', event.currentTarget.value)}
            error={
              (wasSubmitted && isMissingPages && form.pagesInvalid) ||
              (pageFault && pageMessage(pageFault, urls)) ||
              null
            }
            rows={4}
            styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' } }}
            required={needsPages}
          />
          <p className={classes.note} role="status">
            {pagesNote.filter(Boolean).join(' · ')}
          </p>
        </Section>

        <Section title={form.when}>
          <TimingFields draft={draft} set={set} setDraft={setDraft} messages={messages} />
        </Section>

        <Section title={form.capture}>
          <CaptureFields draft={draft} set={set} />
        </Section>

        <Section title={form.behaviour}>
          <BehaviourFields draft={draft} set={set} messages={messages} />
        </Section>

        <div className={classes.submit}>
          <WriteButton type="submit" size="sm" loading={isBusy}>
            {submitLabel}
          </WriteButton>
        </div>
      </div>
      <aside className={classes.side}>
        <NextRunsPreview draft={draft} />
        <CapturePreview request={urls[0] === undefined ? null : captureOf(draft, urls[0])} />
      </aside>
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

/** A fault of a page names the page: "/items/3/url" is about the fourth. */
function pageMessage([path, message]: [string, string], urls: readonly string[]): string {
  const index = Number(/\d+/.exec(path)?.[0] ?? 0);
  const url = urls[index];
  return url === undefined ? message : `${url}: ${message}`;
}
