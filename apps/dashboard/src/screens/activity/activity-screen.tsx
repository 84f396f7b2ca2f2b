import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DayField } from '../../components/dates/date-fields.tsx';
import { optionsOf } from '../../components/options-of.ts';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';
import { type ActivitySearch, activityTabs, parseActivitySearch } from './activity-search.ts';
import { CaptureFeed } from './capture-feed.tsx';
import { ChangeFeed } from './change-feed.tsx';
import { WalletFeed } from './wallet-feed.tsx';

const route = getRouteApi('/activity');
const { activity, common } = texts;
const filterAfterMs = 300;
const feeds = { captures: CaptureFeed, changes: ChangeFeed, wallet: WalletFeed };

export function ActivityScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const tab = search.tab ?? 'captures';
  const Feed = feeds[tab];

  const setSearch = (change: { [Field in keyof ActivitySearch]?: ActivitySearch[Field] | undefined }) =>
    void navigate({
      to: '/activity',
      search: parseActivitySearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  const setUrl = useDebouncedCallback((url: string) => setSearch({ url: url || undefined }), filterAfterMs);
  const { tab: _, page: __, ...filters } = search;
  const hasFilters = Object.keys(filters).length > 0;

  return (
    <Page
      title={activity.title}
      actions={
        <SegmentedControl
          aria-label={activity.title}
          value={tab}
          onChange={(value) => void navigate({ to: '/activity', search: { tab: value }, replace: true })}
          data={activityTabs.map((one) => ({ value: one, label: activity[one] }))}
        />
      }
    >
      <div className={classes.filters}>
        {tab === 'captures' && (
          <>
            <TextInput
              key={`url ${search.url === undefined}`}
              size="xs"
              className={classes.url!}
              defaultValue={search.url ?? ''}
              onChange={(event) => setUrl(event.currentTarget.value.trim())}
              placeholder={activity.url}
              aria-label={activity.url}
            />
            <Select
              size="xs"
              aria-label={activity.columns.result}
              value={search.status ?? ''}
              onChange={(status) => setSearch({ status: status === '' ? undefined : (status ?? undefined) })}
              data={[
                { value: '', label: `${activity.columns.result}: ${common.all}` },
                ...optionsOf(activity.statuses),
              ]}
            />
            <Select
              size="xs"
              aria-label={activity.source}
              value={search.source ?? ''}
              onChange={(source) => setSearch({ source: source === '' ? undefined : (source ?? undefined) })}
              data={[
                { value: '', label: `${activity.source}: ${common.all}` },
                ...optionsOf(activity.sources),
              ]}
            />
          </>
        )}
        {tab !== 'captures' && (
          <Select
            size="xs"
            aria-label={activity.columns.type}
            value={search.transactionType ?? ''}
            onChange={(type) => setSearch({ transactionType: type === '' ? undefined : (type ?? undefined) })}
            data={[
              { value: '', label: `${activity.columns.type}: ${common.all}` },
              ...optionsOf(activity.types),
            ]}
          />
        )}
        <div className={classes.day}>
          <span>{common.from}</span>
          <DayField
            size="xs"
            aria-label={common.from}
            value={search.from ?? ''}
            onChange={(from) => setSearch({ from: from || undefined })}
          />
        </div>
        <div className={classes.day}>
          <span>{common.to}</span>
          <DayField
            size="xs"
            aria-label={common.to}
            value={search.to ?? ''}
            onChange={(to) => setSearch({ to: to || undefined })}
          />
        </div>
        {hasFilters && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => void navigate({ to: '/activity', search: tab === 'captures' ? {} : { tab } })}
          >
            {common.clear}
          </Button>
        )}
      </div>
      <Feed search={search} onPage={(page) => setSearch({ page: page === 0 ? undefined : page })} />
    </Page>
  );
}
