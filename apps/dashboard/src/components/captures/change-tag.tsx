import type { ContentCheck } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import { formatPercent } from '../text/format.ts';
import { Tag } from '../text/status.tsx';
import classes from './change-tag.module.css';

/** The ratio of a change, shown on its image. The tag is less prominent once the change is marked as seen. */
export function ChangeTag({ change }: { change: Pick<ContentCheck, 'ratio' | 'seenAt'> }) {
  const { ratio, seenAt } = change;
  return (
    <span className={classes.tag}>
      <Tag tone={seenAt ? 'quiet' : 'change'}>{texts.overview.changedBy(formatPercent(ratio ?? 0))}</Tag>
    </span>
  );
}
