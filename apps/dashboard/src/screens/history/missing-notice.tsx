import { texts } from '../../texts/texts.ts';
import classes from './history-screen.module.css';
import type { Missing } from './use-opening.ts';

type MissingNoticeProps = { selected: Missing; other: Missing };

/** Says that the history does not contain a capture from the link. */
export function MissingNotice({ selected, other }: MissingNoticeProps) {
  const { missing, missingOther } = texts.history;
  const said = [selected && missing[selected], other && missingOther[other]].filter((text) => text !== null);
  if (said.length === 0) return null;
  return (
    <p className={classes.missing} role="status">
      {said.join(' ')}
    </p>
  );
}
