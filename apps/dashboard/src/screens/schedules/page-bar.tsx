import { Button } from '@mantine/core';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-screen.module.css';

const { schedules } = texts;

type PageBarProps = {
  scheduleId: number;
  selected: ReadonlySet<number>;
  /** Whether these are all pages of the schedule. */
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
};

/** The actions for selected pages. The bar stays in view while the list scrolls. */
export function PageBar({ scheduleId, selected, isAll, onAll, onClear }: PageBarProps) {
  return (
    <section className={classes.bulk} aria-label={schedules.pageSettings.selected}>
      <span role="status">{schedules.selected(formatNumber(selected.size))}</span>
      <LinkButton
        variant="default"
        to="/schedules/$scheduleId/settings"
        params={{ scheduleId: String(scheduleId) }}
        search={isAll ? {} : { items: [...selected] }}
      >
        {schedules.pageSettings.openSelected}
      </LinkButton>
      <Button variant="subtle" color="gray" onClick={onAll}>
        {schedules.pageSettings.selectAll}
      </Button>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {schedules.clearSelection}
      </Button>
    </section>
  );
}
