import { Button } from '@mantine/core';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-screen.module.css';

const { schedules } = texts;

type PageBarProps = {
  scheduleId: number;
  /** The IDs of the selected items. */
  chosen: readonly number[];
  onAll: () => void;
  onClear: () => void;
};

/** The actions for selected pages. The bar stays in view while the list scrolls. */
export function PageBar({ scheduleId, chosen, onAll, onClear }: PageBarProps) {
  return (
    <section className={classes.bulk} aria-label={schedules.pageSettings.selected}>
      <span role="status">{schedules.selected(formatNumber(chosen.length))}</span>
      <LinkButton
        variant="default"
        to="/schedules/$scheduleId/settings"
        params={{ scheduleId: String(scheduleId) }}
        search={{ items: [...chosen] }}
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
