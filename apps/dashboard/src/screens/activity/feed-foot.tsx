import { Button } from '@mantine/core';
import { Icon } from '../../components/controls/icon.tsx';
import { Pager } from '../../components/layout/pager.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';

const { activity } = texts;

type FeedFootProps = {
  page: number;
  totalPages: number;
  totalElements: number;
  onPage: (page: number) => void;
  /** Exports the feed as a CSV file. */
  onCsv: () => void;
};

/** The pager of a feed and the button for its CSV export. */
export function FeedFoot({ page, totalPages, totalElements, onPage, onCsv }: FeedFootProps) {
  return (
    <footer className={classes.foot}>
      <span>{activity.total(formatNumber(totalElements))}</span>
      <div className={classes.pager}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="download" size={14} />}
          onClick={onCsv}
          disabled={totalElements === 0}
        >
          {activity.csv}
        </Button>
        <Pager page={page} totalPages={totalPages} onPage={onPage} />
      </div>
    </footer>
  );
}
