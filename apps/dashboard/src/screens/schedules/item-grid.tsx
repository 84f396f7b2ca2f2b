import type { ScheduleItem, Screenshot } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { shortUrl } from '../../components/format.ts';
import { NoPicture, Picture } from '../../components/picture.tsx';
import { Time } from '../../components/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-screen.module.css';

type ItemGridProps = {
  scheduleId: number;
  items: readonly ScheduleItem[];
  /** The newest captures of the schedule, newest first. */
  captures: readonly Screenshot[];
};

/** The pages of a schedule, each with its newest picture. They lead to their history. */
export function ItemGrid({ scheduleId, items, captures }: ItemGridProps) {
  return (
    <ul className={classes.items}>
      {items.map(({ id, url }) => {
        const newest = captures.find(({ scheduleItemId }) => scheduleItemId === id);
        return (
          <li key={id}>
            <Link
              to="/schedules/$scheduleId/items/$itemId"
              params={{ scheduleId: String(scheduleId), itemId: String(id) }}
              className={classes.item}
            >
              <div className={classes.picture}>
                {newest ? (
                  <Picture
                    key={newest.id}
                    screenshotId={newest.id}
                    alt=""
                    box={{ width: 320, height: 200 }}
                  />
                ) : (
                  <NoPicture />
                )}
              </div>
              <p className={classes.url}>{shortUrl(url)}</p>
              <p className={classes.meta}>
                {newest ? <Time at={newest.completedAt ?? newest.createdAt} /> : texts.history.empty}
              </p>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
