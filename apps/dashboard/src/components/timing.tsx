import type { Timing } from '@shotclock/client';
import { useEffect, useState } from 'react';
import { timingText } from './timing-text.ts';

/** When a schedule runs, in words. The words of cron expressions are loaded when the first one is shown. */
export function TimingText({ timing }: { timing: Timing }) {
  const { type, cronExpression } = timing;
  const words = useCronWords(type === 'CRON' ? cronExpression : null);
  return <span title={cronExpression ?? undefined}>{words ?? timingText(timing)}</span>;
}

/** A cron expression in words; null while it is not valid or not loaded. */
export function useCronWords(expression: string | null): string | null {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (expression === null || expression === '') return setWords(null);
    let isCurrent = true;
    void import('cronstrue').then(({ default: cronstrue }) => {
      if (!isCurrent) return;
      try {
        setWords(cronstrue.toString(expression, { use24HourTimeFormat: true }));
      } catch {
        setWords(null);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [expression]);
  return words;
}
