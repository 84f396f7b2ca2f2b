import { ActionIcon } from '@mantine/core';
import type { ScheduleItem } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../components/controls/icon.tsx';
import { ItemParts, type PartView } from '../../components/schedules/item-parts.tsx';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';
import type { Draft, SetDraft } from './draft.ts';
import classes from './schedule-form.module.css';

const { schedules } = texts;
const itemsAtOnce = 50;

type ExistingPagesProps = {
  scheduleId: number;
  draft: Draft;
  set: SetDraft;
  items: readonly ScheduleItem[];
};

/** The current pages in the schedule. Selected pages are removed when the form is saved. */
export function ExistingPages({ scheduleId, draft, set, items }: ExistingPagesProps) {
  const [view, setView] = useState<PartView>({ part: 0, find: '' });
  const removed = new Set(draft.removedItems);
  const toggle = (id: number) =>
    set(
      'removedItems',
      removed.has(id) ? draft.removedItems.filter((one) => one !== id) : [...draft.removedItems, id],
    );
  return (
    <>
      <ItemParts items={items} size={itemsAtOnce} view={view} onView={setView}>
        {({ items: shown, first, total }) => (
          <ul className={classes.existing} aria-label={schedules.items}>
            {shown.map(({ id, url }, index) => (
              <li
                key={id}
                data-removed={removed.has(id)}
                aria-setsize={total}
                aria-posinset={first + index + 1}
              >
                <span title={url}>{shortUrl(url)}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={schedules.pageSettings.of(shortUrl(url))}
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/schedules/$scheduleId/settings"
                      params={{ scheduleId: String(scheduleId) }}
                      search={{ items: [id] }}
                    />
                  )}
                >
                  <Icon name="settings" size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  onClick={() => toggle(id)}
                  aria-label={(removed.has(id) ? schedules.form.keepPage : schedules.form.removePage)(
                    shortUrl(url),
                  )}
                >
                  <Icon name={removed.has(id) ? 'retry' : 'cross'} size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </ItemParts>
      {removed.size > 0 && (
        <p className={classes.shift} role="status">
          {schedules.form.pagesRemoved(removed.size)}
        </p>
      )}
    </>
  );
}
