import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './selection-bar.module.css';

const { schedules } = texts;

type SelectionBarProps = {
  label: string;
  selected: number;
  /** Number of entries found so far while all entries are being selected; otherwise null. */
  found?: number | null;
  /** The actions. They are hidden while all entries are being selected. */
  children: ReactNode;
  onClear: () => void;
};

/** The actions for the selected entries of a list. The bar stays in view while the list scrolls. */
export function SelectionBar({ label, selected, found = null, children, onClear }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label={label}>
      <span role="status">
        {found === null
          ? schedules.selected(formatNumber(selected))
          : schedules.selecting(formatNumber(found))}
      </span>
      {found === null && children}
      <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
        {found === null ? schedules.clearSelection : texts.common.cancel}
      </Button>
    </section>
  );
}
