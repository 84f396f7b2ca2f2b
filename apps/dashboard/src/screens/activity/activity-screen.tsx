import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FeedButton } from '../../components/feeds/feed-button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { texts } from '../../texts/texts.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { activityTabs, parseActivitySearch, type SearchChange } from './activity-search.ts';
import { CaptureFeed } from './capture-feed.tsx';
import { ChangeFeed } from './change-feed.tsx';
import { ChargeFeed } from './charge-feed.tsx';
import { WalletFeed } from './wallet-feed.tsx';

const route = getRouteApi('/activity');
const { activity, nav } = texts;
const feeds = { captures: CaptureFeed, changes: ChangeFeed, charges: ChargeFeed, wallet: WalletFeed };

export function ActivityScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const tab = search.tab ?? 'captures';
  const Feed = feeds[tab];

  const setSearch = (change: SearchChange) =>
    void navigate({
      to: '/activity',
      search: parseActivitySearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });

  return (
    <Page
      names={[activity[tab], activity.title]}
      title={activity.title}
      subtitle={activity.hints[tab]}
      actions={
        <>
          {tab === 'changes' && <FeedButton subject={{ name: nav.allChanges, scheduleId: null }} />}
          <SegmentedControl
            aria-label={activity.title}
            value={tab}
            onChange={(value) => void navigate({ to: '/activity', search: { tab: value }, replace: true })}
            data={activityTabs.map((one) => ({ value: one, label: activity[one] }))}
          />
        </>
      }
    >
      <ActivityFilters
        tab={tab}
        search={search}
        onChange={setSearch}
        onClear={() => void navigate({ to: '/activity', search: tab === 'captures' ? {} : { tab } })}
      />
      <Feed search={search} onPage={(page) => setSearch({ page: page === 0 ? undefined : page })} />
    </Page>
  );
}
