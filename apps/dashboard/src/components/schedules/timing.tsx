import type { Timing } from '@shotclock/client';
import { useEffect, useState } from 'react';
import { timingText } from './timing-text.ts';

/** Describes when a schedule runs. The library that describes cron expressions is loaded when it is first needed. */
export function TimingText({ timing }: { timing: Timing }) {
  const { type, cronExpression } = timing;
  const words = useCronWords(type === 'CRON' ? cronExpression : null);
  return <span title={cronExpression ?? undefined}>{words ?? timingText(timing)}</span>;
}

/** The description of a cron expression; null if the expression is invalid or the library is not loaded yet. */
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
