import type { ContentCheck } from '@shotclock/client';
import { texts } from '../texts/texts.ts';
import classes from './change-tag.module.css';
import { formatPercent } from './format.ts';
import { Tag } from './status.tsx';

/** On the picture of a capture that changed: by how much, and less striking once the change was seen. */
export function ChangeTag({ change }: { change: Pick<ContentCheck, 'ratio' | 'seenAt'> }) {
  const { ratio, seenAt } = change;
  return (
    <span className={classes.tag}>
      <Tag tone={seenAt ? 'quiet' : 'change'}>{texts.overview.changedBy(formatPercent(ratio ?? 0))}</Tag>
    </span>
  );
}
