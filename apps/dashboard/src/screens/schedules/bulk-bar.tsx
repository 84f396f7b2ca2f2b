import { Button } from '@mantine/core';
import { WriteButton } from '../../components/controls/write-button.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './schedules-screen.module.css';
import type { BulkVerb } from './use-bulk.ts';

const { schedules } = texts;
const verbs: readonly BulkVerb[] = ['run', 'pause', 'resume'];

type BulkBarProps = {
  selected: number;
  /** Number of schedules found so far while all schedules are being selected; otherwise null. */
  found: number | null;
  onAction: (verb: BulkVerb) => void;
  onClear: () => void;
};

/** The actions for the selected schedules. The bar stays in view while the list scrolls. */
export function BulkBar({ selected, found, onAction, onClear }: BulkBarProps) {
  return (
    <section className={classes.bulk} aria-label={schedules.bulk.label}>
      <span role="status">
        {found === null
          ? schedules.selected(formatNumber(selected))
          : schedules.selecting(formatNumber(found))}
      </span>
      {found === null &&
        verbs.map((verb) => (
          <WriteButton key={verb} variant="default" size="xs" onClick={() => onAction(verb)}>
            {schedules[verb]}
          </WriteButton>
        ))}
      <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
        {found === null ? schedules.clearSelection : texts.common.cancel}
      </Button>
    </section>
  );
}
