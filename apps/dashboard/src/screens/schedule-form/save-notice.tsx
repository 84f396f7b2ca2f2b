import { problemOf } from '../../api/problem.ts';
import { Notice } from '../../components/layout/notice.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import type { FormFaults } from './form-faults.ts';
import { PartlySaved, Refused } from './save-schedule.ts';

const { form } = texts.schedules;

type SaveNoticeProps = {
  error: unknown;
  faults: FormFaults;
  /** Number of pages still to add. */
  left: number;
};

/** Says why saving failed, unless a field already shows the reason. */
export function SaveNotice({ error, faults, left }: SaveNoticeProps) {
  if (error === null) return null;
  if (error instanceof PartlySaved)
    return (
      <Notice title={form.partlyTitle(error.added, left)}>
        <p>{problemOf(error.cause)?.detail ?? texts.problems.unknown}</p>
        <p>{form.partlyHint}</p>
      </Notice>
    );
  if (!(error instanceof Refused)) return <ProblemNotice error={error} />;
  if (faults.others.length === 0) return null;
  return (
    <Notice title={form.othersTitle}>
      {faults.others.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Notice>
  );
}
