import { Checkbox } from '@mantine/core';
import type { ContentCheck, NewestCapture, ScheduleItem } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { captureState, isUnexpected } from '../../components/captures/capture-state.ts';
import { ChangeTag } from '../../components/captures/change-tag.tsx';
import { NoPicture, Picture } from '../../components/captures/picture.tsx';
import { shortUrl } from '../../components/text/format.ts';
import { PageName } from '../../components/text/page-name.tsx';
import { Status, Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './schedule-screen.module.css';

const { schedules } = texts;

type ItemGridProps = {
  scheduleId: number;
  items: readonly ScheduleItem[];
  /** The index of the first page in the whole list, and the length of that list. */
  first: number;
  total: number;
  captures: readonly NewestCapture[];
  selected: ReadonlySet<number>;
  /** Without this function, pages cannot be selected. */
  onSelect?: (itemId: number) => void;
  /** The change found in a capture. */
  changeOf(screenshotId: number): ContentCheck | undefined;
};

/** The pages in a schedule with their newest pictures, linked to their histories. */
export function ItemGrid(props: ItemGridProps) {
  const { scheduleId, items, first, total, captures, selected, onSelect, changeOf } = props;
  const newestOf = new Map(captures.map((capture) => [capture.itemId, capture]));
  return (
    <ul className={classes.items}>
      {items.map(({ id, url, tags }, index) => {
        const newest = newestOf.get(id);
        const change = newest && changeOf(newest.screenshotId);
        return (
          <li
            key={id}
            className={classes.card}
            aria-setsize={total}
            aria-posinset={first + index + 1}
            data-selecting={selected.size > 0 || undefined}
          >
            <Link
              to="/schedules/$scheduleId/items/$itemId"
              params={{ scheduleId: String(scheduleId), itemId: String(id) }}
              className={classes.item}
            >
              <div className={classes.picture} data-unexpected={isUnexpected(newest?.verdict) || undefined}>
                {newest ? (
                  <Picture
                    key={newest.screenshotId}
                    screenshotId={newest.screenshotId}
                    alt=""
                    box={{ width: 320, height: 200 }}
                  />
                ) : (
                  <NoPicture />
                )}
                {change && <ChangeTag change={change} />}
              </div>
              <p className={classes.url}>
                <PageName url={url} title={newest?.title} />
              </p>
              <p className={classes.meta}>{newest ? <Newest capture={newest} /> : texts.history.empty}</p>
              {tags && tags.length > 0 && (
                <p className={classes.tags}>
                  {tags.map((tag) => (
                    <Tag key={tag}>{tag}</Tag>
                  ))}
                </p>
              )}
            </Link>
            {onSelect && (
              <Checkbox
                className={classes.box!}
                size="sm"
                aria-label={schedules.select(shortUrl(url))}
                checked={selected.has(id)}
                onChange={() => onSelect(id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The verdict of the newest capture if it does not show the requested content, otherwise its time. */
function Newest({ capture: { verdict, completedAt } }: { capture: NewestCapture }) {
  if (!isUnexpected(verdict)) return <Time at={completedAt} />;
  const { tone, text } = captureState({ status: 'SUCCESS', verdict });
  return <Status tone={tone}>{text}</Status>;
}
