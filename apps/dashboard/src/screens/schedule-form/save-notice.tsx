import type { ReactNode } from 'react';
import { problemOf } from '../../api/problem.ts';
import { Icon } from '../../components/controls/icon.tsx';
import notice from '../../components/layout/problem-notice.module.css';
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

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={notice.notice} role="alert" tabIndex={-1}>
      <span className={notice.icon}>
        <Icon name="warning" size={18} />
      </span>
      <div className={notice.text}>
        <p className={notice.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}
