import type { ReactNode } from 'react';
import classes from './status.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet' | 'change';

/** A status label with a dot in the matching color. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${classes.status} ${classes[tone]}`}>
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.text}>{children}</span>
    </span>
  );
}

/** A short label in a box. */
export function Tag({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${classes.tag} ${classes[tone]}`}>{children}</span>;
}
