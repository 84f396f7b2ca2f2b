import { SegmentedControl } from '@mantine/core';
import { texts } from '../../texts/texts.ts';
import { WriteButton } from '../controls/write-button.tsx';
import classes from './page-filters.module.css';
import { useMarkSeen } from './use-mark-seen.ts';

const { execution: words } = texts.captures;

type PageFiltersProps<Value extends string> = {
  value: Value;
  onChange(value: Value): void;
  data: { value: NoInfer<Value>; label: string }[];
  /** The checks whose changes are not marked as seen. */
  unseen: readonly number[];
};

/** A filter for the pages of a grid, and a button that marks their changes as seen. */
export function PageFilters<Value extends string>({
  value,
  onChange,
  data,
  unseen,
}: PageFiltersProps<Value>) {
  const markSeen = useMarkSeen();
  return (
    <div className={classes.bar}>
      <SegmentedControl aria-label={words.filter} value={value} onChange={onChange} data={data} />
      {unseen.length > 0 && (
        <WriteButton variant="default" onClick={() => void markSeen(unseen)}>
          {words.markAllSeen}
        </WriteButton>
      )}
    </div>
  );
}
