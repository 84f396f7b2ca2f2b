import type { Timing } from '@shotclock/client';
import { useEffect, useState } from 'react';
import { timingText } from './timing-text.ts';

/** When a schedule runs, in words. The translator of cron expressions is loaded when it is first needed. */
export function TimingText({ timing }: { timing: Timing }) {
  const { type, cronExpression } = timing;
  const words = useCronWords(type === 'CRON' ? cronExpression : null);
  return <span title={cronExpression ?? undefined}>{words ?? timingText(timing)}</span>;
}

/** A cron expression in words; null if it is invalid or the translator is not loaded yet. */
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
